/// The drawing of the page of a build: a target between what it needs and what needs it. It draws what has room beside
/// one target, so that it stays readable, and cheap, at ten thousand.
enum PictureGraph {
    static let script = #"""
        // Rows of D.reach are [target, all that need it, those that need it directly, their number].
        const named = n => typeof n === 'number' ? D.subjects.list[n] : n;
        const show = (() => {
          const rows = D.reach.list, places = new Map(rows.map((r, i) => [r[0], i]));
          const users = rows.map(r => r[2].map(n => places.get(n)).filter(n => n !== undefined));
          const needs = rows.map(() => []);
          users.forEach((list, i) => list.forEach(u => needs[u].push(i)));
          const outcomes = new Map();
          for (const a of A) {
            const known = outcomes.get(a.subject);
            if (known !== 'failed' && (a.outcome === 'failed' || a.outcome === 'ran' || !known))
              outcomes.set(a.subject, a.outcome);
          }
          const reach = i => rows[i][1] === null ? rows[i][3] : rows[i][1];
          const reached = i => (rows[i][1] === null ? 'at least ' : '') + reach(i);
          const shortName = name => name.slice(name.lastIndexOf(':') + 1);
          // The targets at each distance from one, for at most so many steps.
          function levels(start, next, most) {
            const seen = new Set([start]), found = [];
            for (let now = [start]; found.length < most;) {
              const more = [];
              for (const i of now) for (const n of next[i]) if (!seen.has(n)) { seen.add(n); more.push(n); }
              if (!more.length) break;
              found.push(more.sort((a, b) => reach(b) - reach(a) || a - b));
              now = more;
            }
            return found;
          }
          // The page holds an empty one, whose name space is that of its parts.
          const space = $('near').firstElementChild.namespaceURI;
          const svg = (tag, values, text) => {
            const e = document.createElementNS(space, tag);
            for (const [name, value] of Object.entries(values)) e.setAttribute(name, value);
            if (text !== undefined) e.textContent = text;
            return e;
          };
          const wide = 168, gap = 52, high = 26, step = 34, most = 12;
          function box(i, x, y, centre) {
            const name = named(rows[i][0]), outcome = outcomes.get(name) || '';
            const ran = outcome === 'ran' || outcome === 'failed' ? ' ' + outcome : '';
            const g = svg('g', {transform: `translate(${x},${y})`, class: 'node' + ran + (centre ? ' centre' : ''),
              tabindex: 0, role: 'button', 'aria-label': name});
            const text = shortName(name), fits = 22;
            g.append(svg('rect', {width: wide, height: high, rx: 5}),
              svg('text', {x: 8, y: 17}, text.length > fits ? text.slice(0, fits - 1) + '…' : text),
              svg('title', {}, name + (outcome ? '\n' + (outcome === 'hit' ? 'from the cache' : outcome) : '')
                + '\na change rebuilds ' + reached(i)));
            g.onclick = () => show(i);
            g.onkeydown = e => { if (e.key === 'Enter' || e.key === ' ') { e.preventDefault(); show(i); } };
            return g;
          }
          function show(i) {
            const before = levels(i, needs, 2).reverse(), after = levels(i, users, 4);
            const columns = [...before, [i], ...after], middle = before.length;
            const shown = columns.map(c => c.slice(0, most));
            const tall = c => shown[c].length + (columns[c].length > most ? 1 : 0);
            const height = Math.max(...columns.map((_, c) => tall(c))) * step, at = new Map();
            shown.forEach((list, c) => list.forEach((n, k) =>
              at.set(n, [c * (wide + gap), (height - tall(c) * step) / 2 + k * step, c])));
            const width = columns.length * (wide + gap) - gap;
            const picture = svg('svg', {width: width + 4, height: height + 4,
              viewBox: `-2 -2 ${width + 4} ${height + 4}`});
            for (const [n, [x, y, c]] of at) for (const u of users[n]) {
              const to = at.get(u);
              if (!to || to[2] <= c) continue;
              const x1 = x + wide, y1 = y + high / 2, x2 = to[0], y2 = to[1] + high / 2, bend = gap / 2;
              picture.append(svg('path', {class: n === i || u === i ? 'edge near' : 'edge',
                d: `M${x1},${y1} C${x1 + bend},${y1} ${x2 - bend},${y2} ${x2},${y2}`}));
            }
            for (const [n, [x, y]] of at) picture.append(box(n, x, y, n === i));
            columns.forEach((list, c) => {
              if (list.length > most) picture.append(svg('text', {class: 'more', x: c * (wide + gap) + 8,
                y: (height - tall(c) * step) / 2 + most * step + 17}, 'and ' + (list.length - most) + ' more'));
            });
            $('near').replaceChildren(picture);
            const more = levels(i, users, Infinity).length - after.length;
            $('nearness').textContent = named(rows[i][0]) + ': a change of its interface rebuilds ' + reached(i)
              + ', ' + rows[i][3] + ' of them directly. It needs ' + needs[i].length + ' directly.'
              + (more > 0 ? ' Longer ways than four steps are not drawn.' : '')
              + (rows[i][3] > users[i].length || D.reach.leftOut ? ' This page has no room for all of its edges.' : '');
            const offset = middle * (wide + gap) + wide / 2 - $('near').clientWidth / 2;
            $('near').scrollLeft = Math.max(0, offset);
          }
          // First the target that most was built for, of those that a compiler ran for.
          let first = 0;
          rows.forEach((r, i) => {
            const isRun = n => outcomes.get(named(rows[n][0])) === 'ran';
            if (isRun(i) && (!isRun(first) || reach(i) > reach(first))) first = i;
          });
          if (rows.length) show(first);
          return row => {
            show(rows.indexOf(row));
            $('near').scrollIntoView({block: 'nearest'});
          };
        })();

        """#
}
