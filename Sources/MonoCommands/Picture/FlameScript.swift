/// How a flame graph looks, and what it does in a browser.
enum FlameScript {
    static let css = #"""
        :root { color-scheme: light dark; --bg: #f7f8fa; --text: #1c2430; --dim: #5a6474; --line: #dfe3e9; --row: #fff }
        @media (prefers-color-scheme: dark) { :root { --bg: #12161c; --text: #e4e8ee; --dim: #9aa7b8; --line: #2c3542;
          --row: #212934 } }
        * { box-sizing: border-box }
        body { margin: auto; padding: 24px; max-width: 1500px; background: var(--bg); color: var(--text);
          font: 14px/1.45 system-ui, sans-serif }
        h1 { font-size: 20px; margin: 0 0 4px }
        .dim { color: var(--dim) }
        .tools { display: flex; gap: 10px; margin: 12px 0; align-items: center; flex-wrap: wrap }
        input, .tools button { font: inherit; color: inherit; background: var(--row); border: 1px solid var(--line);
          border-radius: 6px; padding: 5px 10px }
        input { width: 320px; max-width: 100% }
        #flames { position: relative }
        #flames button { position: absolute; height: 23px; margin: 0; padding: 0 6px; border: 1px solid var(--bg);
          border-radius: 3px; overflow: hidden; text-align: left; white-space: nowrap; text-overflow: ellipsis;
          color: #1c1a17; font: 12px/21px system-ui, sans-serif; cursor: pointer }
        #flames button.narrow { padding: 0 }
        #flames button.found { background: #c86bd6 !important; color: #fff }
        #flames button.faded { opacity: .35 }
        #detail { min-height: 44px; overflow-wrap: anywhere }
        """#

    static let body = #"""
        <h1>Where the type checker spends its time</h1><div class="dim" id="about"></div>
        <div class="tools"><input id="search" placeholder="Search" aria-label="Search"><button id="whole">Show all</button>
        <span class="dim" id="found"></span></div>
        <div id="detail" class="dim">Point at a box: its whole name. Click: zoom to it.</div><div id="flames"></div>
        """#

    static let script = #"""
        'use strict';
        const $ = id => document.getElementById(id);
        const ms = t => t < 1000 ? t.toFixed(t < 10 ? 2 : 1) + ' ms' : (t / 1000).toFixed(2) + ' s';
        const colors = ['#a9b4c0', '#f2b36b', '#f5d67b', '#f3a07a', '#e8857c'];
        const make = (b, above, level) => {
          const box = {label: b[0], detail: b[1], time: b[2], out: b[4], above, level};
          box.text = (b[0] + ' ' + b[1]).toLowerCase();
          box.boxes = b[3].map(c => make(c, box, level + 1));
          return box;
        };
        const root = make(JSON.parse($('data').textContent), null, 0), total = root.time || 1;
        const percent = t => (t / total * 100).toFixed(1) + ' %';
        const within = (b, other) => { for (let x = b; x; x = x.above) if (x === other) return true; return false; };
        let zoomed = root, words = [];
        const isFound = b => words.length > 0 && words.every(w => b.text.includes(w));
        $('about').textContent = ms(root.time) + ' of processor time in ' + root.boxes.length
          + (root.boxes.length === 1 ? ' target' : ' targets');
        const start = $('detail').textContent;
        function show(b) {
          $('detail').textContent = b.detail + ': ' + ms(b.time) + ', ' + percent(b.time)
            + (b.out ? '; ' + b.out + ' smaller ones are not drawn' : '');
        }
        function draw() {
          const place = $('flames'), width = place.clientWidth, rows = [], path = [];
          for (let b = zoomed; b; b = b.above) path.unshift(b);
          const add = (b, x, w, isWide) => {
            if (w < 1.5) return;
            const e = document.createElement('button');
            e.style.left = x + 'px';
            e.style.top = b.level * 24 + 'px';
            e.style.width = w + 'px';
            e.style.background = colors[Math.min(b.level, colors.length - 1)];
            if (w > 24) e.textContent = b.label + (w > 200 ? '  ' + ms(b.time) : ''); else e.classList.add('narrow');
            e.setAttribute('aria-label', b.label + ', ' + ms(b.time));
            if (isFound(b)) e.classList.add('found');
            else if (isWide || words.length) e.classList.add('faded');
            e.onmouseenter = e.onfocus = () => show(b);
            e.onclick = () => { zoomed = b; draw(); show(b); };
            rows.push(e);
            if (isWide) return;
            let next = x;
            for (const c of b.boxes) {
              add(c, next, w * c.time / (b.time || 1), false);
              next += w * c.time / (b.time || 1);
            }
          };
          for (const b of path) add(b, 0, width, b !== zoomed);
          place.replaceChildren(...rows);
          place.style.height = 24 * 5 + 'px';
          $('whole').disabled = zoomed === root;
        }
        function search() {
          words = $('search').value.toLowerCase().split(/\s+/).filter(Boolean);
          let count = 0, time = 0;
          const look = (b, isIn) => {
            const is = isFound(b);
            if (is) count++;
            if (is && !isIn) time += b.time;
            for (const c of b.boxes) look(c, isIn || is);
          };
          look(root, false);
          $('found').textContent = words.length
            ? count + ' found, ' + ms(time) + ', ' + percent(time) : '';
          draw();
        }
        $('search').oninput = search;
        $('whole').onclick = () => { zoomed = root; draw(); $('detail').textContent = start; };
        addEventListener('keydown', e => { if (e.key === 'Escape') $('whole').onclick(); });
        new ResizeObserver(draw).observe($('flames'));
        draw();

        """#
}
