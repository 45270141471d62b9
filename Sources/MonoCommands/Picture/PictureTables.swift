/// The tables of the page of a build: each can be sorted and searched.
enum PictureTables {
    static let script = #"""
        function table(place, columns, rows, start, hint) {
          const box = $(place);
          if (!rows.length) {
            box.hidden = true;
            return;
          }
          const tools = el('div', undefined, 'tools'), input = el('input'), info = el('span', '', 'dim');
          const t = el('table'), top = el('thead'), head = el('tr'), body = el('tbody'), more = el('button', 'Show more');
          input.placeholder = hint;
          input.setAttribute('aria-label', hint);
          let sort = start, down = columns[start].number === true, shown = 100;
          const texts = rows.map(r => columns.map(c => String(c.value(r))).join(' ').toLowerCase());
          function fill() {
            const words = input.value.toLowerCase().split(/\s+/).filter(Boolean), value = columns[sort].value;
            const found = rows.map((r, i) => [r, i]).filter(p => words.every(w => texts[p[1]].includes(w)));
            found.sort((p, q) => {
              const a = value(p[0]), b = value(q[0]), o = a < b ? -1 : a > b ? 1 : 0;
              return (down ? -o : o) || p[1] - q[1];
            });
            body.replaceChildren(...found.slice(0, shown).map(p => {
              const r = el('tr');
              for (const c of columns) {
                const cell = el('td', undefined, c.number ? 'n' : c.short ? 's' : '');
                const text = (c.show || c.value)(p[0]);
                if (c.press) {
                  const b = el('button', text, 'link');
                  b.onclick = () => c.press(p[0]);
                  cell.append(b);
                } else cell.textContent = text;
                r.append(cell);
              }
              return r;
            }));
            info.textContent = found.length + ' of ' + rows.length;
            more.hidden = found.length <= shown;
            [...head.children].forEach((h, i) => {
              h.className = (columns[i].number ? 'n ' : '') + (i === sort ? (down ? 'down' : 'up') : '');
              h.setAttribute('aria-sort', i !== sort ? 'none' : down ? 'descending' : 'ascending');
            });
          }
          columns.forEach((c, i) => {
            const h = el('th'), b = el('button', c.name);
            b.onclick = () => {
              if (i === sort) down = !down; else { sort = i; down = c.number === true; }
              fill();
            };
            h.append(b);
            head.append(h);
          });
          input.oninput = () => { shown = 100; fill(); };
          more.onclick = () => { shown += 500; fill(); };
          tools.append(input, info);
          top.append(head);
          t.append(top, body);
          const wide = el('div', undefined, 'wide');
          wide.append(t);
          box.append(tools, wide, more);
          fill();
        }
        table('actions', [
          {name: 'Target or product', value: a => a.subject}, {name: 'Kind', short: true, value: a => a.kind},
          {name: 'Outcome', short: true, value: a => a.outcome},
          {name: 'Began', number: true, value: a => a.began, show: a => ms(a.began)},
          {name: 'Time', number: true, value: a => a.time, show: a => a.time ? ms(a.time) : ''},
          {name: 'Processor time', number: true, value: a => a.cpu, show: a => a.cpu ? ms(a.cpu) : ''},
          {name: 'Why it ran', value: a => a.why}], A, 4, 'Search actions');
        // Rows of targets are [subject, passed, cached, time]; rows of tests [name, outcome, time, row of the target].
        const isTarget = t => typeof t[1] === 'boolean', whose = t => D.tests.list[t[3]];
        const seen = new Set(D.tests.list.filter(t => !isTarget(t)).map(t => t[3]));
        const tests = D.tests.list.flatMap((t, i) => !isTarget(t)
          ? [{name: t[0], outcome: t[1], time: t[2], target: whose(t)[0], cached: whose(t)[2]}]
          : seen.has(i) ? [] : [{name: '', outcome: t[1] ? 'passed' : 'failed', time: t[3], target: t[0], cached: t[2]}]);
        table('tests', [
          {name: 'Test', value: t => t.name}, {name: 'Target', value: t => t.target},
          {name: 'Outcome', short: true, value: t => t.outcome}, {name: 'Time', number: true, value: t => t.time, show: t => ms(t.time)},
          {name: 'From the cache', value: t => t.cached ? 'yes' : 'no'}], tests, 3, 'Search tests');
        table('reach', [
          {name: 'Target or product', value: r => named(r[0]), press: show},
          {name: 'Rebuilds', number: true, value: r => r[1] === null ? r[3] : r[1],
            show: r => r[1] === null ? 'at least ' + r[3] : r[1]},
          {name: 'Directly', value: r => r[2].slice(0, 8).map(named).join(', ')
            + (r[3] > 8 ? ' and ' + (r[3] - 8) + ' more' : '')}],
          D.reach.list, 1, 'Search targets');
        if (!tests.length && D.tests.leftOut) $('tests').hidden = true;

        """#
}
