/// What the page of a build does in a browser.
enum PictureScript {
    static let overview = #"""
        'use strict';
        const D = JSON.parse(document.getElementById('data').textContent), H = D.head.list[0];
        const $ = id => document.getElementById(id);
        const el = (tag, text, kind) => {
          const e = document.createElement(tag);
          if (text !== undefined) e.textContent = text;
          if (kind) e.className = kind;
          return e;
        };
        const ms = t => t < 1 ? '0 ms' : t < 1000 ? Math.round(t) + ' ms'
          : t < 60000 ? (t / 1000).toFixed(t < 10000 ? 2 : 1) + ' s'
          : Math.floor(t / 60000) + ' min ' + String(Math.floor(t / 1000) % 60).padStart(2, '0') + ' s';
        const many = (n, one, more) => n + ' ' + (n === 1 ? one : more);
        const colors = {toolchain: '#8d99ae', manifests: '#4f9d8f', resolution: '#a97bd1', planning: '#d9a441',
          plugins: '#cf6f9c', build: '#4a86d8', tests: '#57a85a', waiting: '#b0605a', revisions: '#7a8f3d'};
        const palette = ['#2f6fd0', '#c2661b', '#2f8546', '#8a57bd', '#b8457f', '#1f8585', '#8a6a1f', '#5f6f86',
          '#b84343', '#5560cc'];
        const kindColor = k => palette[k % palette.length];
        const whyTexts = D.texts.list, lost = 'This page has no room for the reason.';
        const A = D.actions.list.map((a, i) => {
          const w = D.why.list[i];
          return {i, subject: D.subjects.list[a[0]], kind: D.kinds.list[a[1]], k: a[1],
            outcome: D.outcomes.list[a[2]], began: a[3], time: a[4], cpu: a[5], slots: a[6],
            why: w === -2 ? lost : w < 0 ? '' : whyTexts[w]};
        });
        const ran = A.filter(a => a.outcome === 'ran' || a.outcome === 'failed');
        const count = o => A.filter(a => a.outcome === o).length;
        const targets = D.tests.list.filter(t => typeof t[3] === 'number' && typeof t[1] === 'boolean');
        const phases = H.phases, highest = (list, f, start) => list.reduce((m, x) => Math.max(m, f(x)), start);
        const total = Math.max(highest(phases, p => p[1] + p[2], 0), highest(ran, a => a.began + a.time, 0));
        const state = H.succeeded === null ? 'did not end' : !H.succeeded ? 'failed'
          : targets.some(t => !t[1]) ? 'succeeded, tests failed' : 'succeeded';
        document.title = 'Build ' + state;
        $('title').append('Build ', el('span', state, state === 'succeeded' ? 'good' : 'bad'), ' in ' + ms(total));
        $('command').textContent = 'mono ' + H.command.map(w =>
          /^[\w@%+=:,.\/-]+$/.test(w) ? w : "'" + w.replaceAll("'", "'\\''") + "'").join(' ');
        $('about').textContent = 'mono ' + H.mono + ', ' + H.configuration + ', '
          + many(H.jobs, 'job slot', 'job slots');

        const gaps = [];
        if (H.cut) gaps.push('The event log has more than a page can take: the rest is not here.');
        const gap = (n, one, more) => { if (n) gaps.push(many(n, one, more)); };
        gap(D.actions.leftOut, 'action is not listed.', 'actions are not listed; those that ran come first.');
        gap(D.tests.leftOut, 'test is not listed.', 'tests are not listed.');
        gap(D.failures.leftOut, 'message is not shown.', 'messages are not shown.');
        gap(D.reach.leftOut, 'target or product is missing below "What a change rebuilds".',
          'targets and products are missing below "What a change rebuilds".');
        gap(D.why.list.filter(w => w === -2).length, 'action is listed without its reason.',
          'actions are listed without their reasons.');
        if (gaps.length) {
          $('gaps').hidden = false;
          $('gaps').append(el('b', 'This page is not complete. '), gaps.join(' '));
        }

        for (const [name, value] of [['ran', String(ran.length)], ['from the cache', String(count('hit'))],
          ['failed', String(count('failed'))], ['processor time spent', ms(H.spentCPU)],
          ['processor time saved', ms(H.savedCPU)]]) {
          const d = el('div');
          d.append(el('b', value), el('span', name, 'dim'));
          $('numbers').append(d);
        }
        const sums = new Map();
        for (const p of phases) sums.set(p[0], (sums.get(p[0]) || 0) + p[2]);
        const whole = [...sums.values()].reduce((a, b) => a + b, 0) || 1;
        for (const [name, time] of sums) {
          const c = Object.hasOwn(colors, name) ? colors[name] : '#888', part = el('i');
          part.style.width = 100 * time / whole + '%';
          part.style.background = c;
          part.title = name + ': ' + ms(time);
          $('bar').append(part);
          const s = el('span'), key = el('i', '', 'key');
          key.style.background = c;
          s.append(key, name + ' ' + ms(time));
          $('legend').append(s);
        }
        for (const f of D.failures.list) {
          $('faults').hidden = false;
          $('faults').append(el('pre', f));
        }

        """#

    static let timeline = #"""
        function timeline() {
          const canvas = $('lanes'), critical = new Set(D.critical.list);
          const path = D.critical.list.map(i => A[i]);
          if (!ran.length) {
            $('view').remove();
            canvas.remove();
            $('path').textContent = !A.length ? 'There was nothing to build.'
              : count('wouldRun') ? 'Nothing ran: this was a dry run.'
              : count('skipped') + count('notReached') ? 'Nothing ran.'
              : 'Nothing ran: all results came from the cache.';
            return;
          }
          $('path').textContent = 'Critical path (outlined): ' + ms(path.reduce((s, a) => s + a.time, 0)) + ' in '
            + many(path.length, 'action', 'actions') + '. ' + (path.length > 6 ? '… → ' : '')
            + path.slice(-6).map(a => a.kind + ' ' + a.subject).join(' → ');
          const lanesOf = a => a.slots.length ? a.slots : [0];
          const lanes = highest(ran, a => highest(a.slots, s => s + 1, 1), 1);
          const high = Math.max(6, Math.min(22, Math.floor(1200 / lanes))), top = 22, left = 52;
          const first = ran.reduce((m, a) => Math.min(m, a.began), Infinity);
          const last = Math.max(highest(ran, a => a.began + a.time, 0), first + 1);
          let from = first, to = last, width = 0;
          const g = canvas.getContext('2d');
          const x = t => left + (t - from) / (to - from) * (width - left);
          const shortName = a => a.subject.slice(a.subject.lastIndexOf(':') + 1) + '  ' + a.kind;
          function ticks(height, dim, line) {
            let step = Math.pow(10, Math.floor(Math.log10((to - from) / 5)));
            if ((to - from) / step > 25) step *= 5; else if ((to - from) / step > 12) step *= 2;
            for (let n = Math.ceil(from / step), end = Math.min(to / step, n + 60); n <= end; n++) {
              const t = n * step;
              g.fillStyle = line;
              g.fillRect(x(t), top - 4, 1, height);
              g.fillStyle = dim;
              g.fillText(step < 1 ? t.toFixed(2) + ' ms' : ms(t), x(t) + 3, 12);
            }
            if (high > 9) for (let n = 0; n < lanes; n++) g.fillText('slot ' + n, 0, top + n * (high + 2) + high - 6);
          }
          function bar(a, onPath, text) {
            const l = x(a.began), b = Math.max(1, x(a.began + a.time) - l);
            if (l > width || l + b < left) return;
            for (const n of lanesOf(a)) {
              const y = top + n * (high + 2);
              g.fillStyle = kindColor(a.k);
              g.fillRect(l, y, b, high);
              if (a.outcome === 'failed' || onPath) {
                g.strokeStyle = a.outcome === 'failed' ? '#e23' : text;
                g.lineWidth = 2;
                g.strokeRect(l + 1, y + 1, Math.max(0, b - 2), high - 2);
              }
              if (b < 34 || high < 13) continue;
              const start = Math.max(l, left);
              g.save();
              g.beginPath();
              g.rect(start, y, l + b - start - 4, high);
              g.clip();
              g.fillStyle = '#fff';
              g.fillText(shortName(a), start + 6, y + high - 7);
              g.restore();
            }
          }
          function draw() {
            const ratio = devicePixelRatio || 1, height = top + lanes * (high + 2) + 4;
            width = canvas.clientWidth;
            canvas.style.height = height + 'px';
            canvas.width = width * ratio;
            canvas.height = height * ratio;
            g.setTransform(ratio, 0, 0, ratio, 0, 0);
            const style = getComputedStyle(document.body);
            g.font = '11px system-ui,sans-serif';
            ticks(height, style.getPropertyValue('--dim'), style.getPropertyValue('--line'));
            g.save();
            g.beginPath();
            g.rect(left, 0, width - left, height);
            g.clip();
            for (const pass of [false, true])
              for (const a of ran) if (critical.has(a.i) === pass) bar(a, pass, style.color);
            g.restore();
          }
          const at = e => {
            const r = canvas.getBoundingClientRect();
            return [from + (e.clientX - r.left - left) / (width - left) * (to - from),
              Math.floor((e.clientY - r.top - top) / (high + 2))];
          };
          function zoom(factor, t) {
            const f = Math.min(factor, (last - first) * 4 / (to - from));
            if ((to - from) * f < 0.05) return;
            [from, to] = [t - (t - from) * f, t + (to - t) * f];
            draw();
          }
          const all = () => { [from, to] = [first, last]; draw(); };
          let grab = null;
          canvas.onmousedown = e => { grab = at(e)[0]; };
          addEventListener('mouseup', () => { grab = null; });
          canvas.onmousemove = e => {
            const [t, n] = at(e), tip = $('tip');
            if (grab !== null) {
              from += grab - t;
              to += grab - t;
              draw();
              return;
            }
            const near = (to - from) / (width - left);
            const a = ran.find(a => t >= a.began - near && t <= a.began + a.time + near && lanesOf(a).includes(n));
            tip.style.display = a ? 'block' : 'none';
            if (!a) return;
            tip.textContent = a.kind + ' ' + a.subject + '\n' + ms(a.time)
              + (a.cpu ? ', ' + ms(a.cpu) + ' of processor time' : '')
              + (critical.has(a.i) ? ', on the critical path' : '') + (a.why ? '\n' + a.why : '');
            tip.style.left = Math.max(0, Math.min(e.clientX + 14, innerWidth - 470)) + 'px';
            tip.style.top = e.clientY + 16 + 'px';
          };
          canvas.onmouseleave = () => { $('tip').style.display = 'none'; };
          canvas.ondblclick = all;
          canvas.addEventListener('wheel', e => {
            if (!e.ctrlKey && !e.metaKey) return;
            e.preventDefault();
            zoom(Math.exp(Math.max(-1, Math.min(1, e.deltaY / 300))), at(e)[0]);
          }, {passive: false});
          $('in').onclick = () => zoom(0.5, (from + to) / 2);
          $('out').onclick = () => zoom(2, (from + to) / 2);
          $('whole').onclick = all;
          new ResizeObserver(draw).observe(canvas);
          matchMedia('(prefers-color-scheme: dark)').addEventListener('change', draw);
          draw();
          const sums = new Map();
          for (const a of ran) sums.set(a.k, (sums.get(a.k) || 0) + a.time);
          for (const [k, time] of [...sums].sort((a, b) => b[1] - a[1])) {
            const s = el('span'), key = el('i', '', 'key');
            key.style.background = kindColor(k);
            s.append(key, D.kinds.list[k] + ' ' + ms(time));
            $('kinds').append(s);
          }
        }
        timeline();

        """#
}
