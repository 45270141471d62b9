/// How the page of a build looks, light and dark, and where things stand in it.
enum PictureStyle {
    static let css = #"""
        :root { color-scheme: light dark; --bg: #f7f8fa; --card: #fff; --text: #1c2430; --dim: #5a6474; --line: #dfe3e9;
          --bad: #b92f2f; --good: #1c7a40; --row: #f1f4f8; --note: #fff4d6 }
        @media (prefers-color-scheme: dark) { :root { --bg: #12161c; --card: #1a2029; --text: #e4e8ee; --dim: #9aa7b8;
          --line: #2c3542; --bad: #ff7b72; --good: #56d08a; --row: #212934; --note: #3a3216 } }
        * { box-sizing: border-box }
        [hidden] { display: none !important }
        body { margin: auto; padding: 24px; background: var(--bg); color: var(--text); max-width: 1500px;
          font: 14px/1.45 system-ui, sans-serif }
        h1 { font-size: 20px; margin: 0 0 4px }
        h2 { font-size: 15px; margin: 0 0 10px }
        .dim { color: var(--dim) } .good { color: var(--good) } .bad { color: var(--bad) }
        section, #numbers div { background: var(--card); border: 1px solid var(--line); border-radius: 8px }
        section { padding: 16px; margin-top: 16px }
        code, pre, td.n { font-family: ui-monospace, monospace; font-size: 13px }
        code { word-break: break-all }
        pre { white-space: pre-wrap; max-height: 300px; overflow: auto; background: var(--row); padding: 10px;
          border-radius: 6px }
        #gaps { background: var(--note); padding: 8px 12px; border-radius: 6px; margin-top: 12px }
        #numbers { display: flex; flex-wrap: wrap; gap: 12px; margin-top: 14px }
        #numbers div { padding: 10px 16px; min-width: 120px }
        #numbers b { display: block; font-size: 20px }
        #bar { display: flex; height: 22px; border-radius: 5px; overflow: hidden; background: var(--row) }
        #bar i { display: block; min-width: 1px }
        #legend, #kinds { display: flex; flex-wrap: wrap; gap: 4px 18px; margin-top: 8px; font-size: 13px }
        .key { display: inline-block; width: 10px; height: 10px; border-radius: 2px; margin-right: 6px }
        #path { overflow-wrap: anywhere; margin-bottom: 8px }
        #lanes { width: 100%; display: block; cursor: grab; margin-top: 8px }
        #tip { position: fixed; display: none; pointer-events: none; background: var(--text); color: var(--bg);
          padding: 7px 10px; border-radius: 6px; font-size: 12px; max-width: 460px; z-index: 9; white-space: pre-line;
          overflow-wrap: anywhere }
        .wide { overflow-x: auto }
        table { border-collapse: collapse; width: 100% }
        th { text-align: left; font-size: 12px; border-bottom: 1px solid var(--line); padding: 5px 8px;
          white-space: nowrap }
        th button { font: inherit; font-weight: 600; color: var(--dim); background: none; border: 0; padding: 0;
          cursor: pointer }
        th.up button::after { content: " ▲" } th.down button::after { content: " ▼" }
        td { padding: 4px 8px; border-bottom: 1px solid var(--line); vertical-align: top; overflow-wrap: anywhere }
        td.n, th.n { text-align: right }
        td.n, td.s, th { white-space: nowrap }
        tr:hover td { background: var(--row) }
        input, .tools button, section > button { font: inherit; color: inherit; background: var(--row);
          border: 1px solid var(--line); border-radius: 6px; padding: 5px 10px }
        input { width: 320px; max-width: 100% }
        .tools { display: flex; gap: 10px; margin-bottom: 10px; align-items: center; flex-wrap: wrap }
        section > button { margin-top: 10px }
        button.link { font: inherit; color: inherit; background: none; border: 0; padding: 0; cursor: pointer;
          text-align: left; text-decoration: underline dotted; overflow-wrap: anywhere }
        #reach td:first-child { min-width: 200px }
        #near { overflow-x: auto; margin: 10px 0 14px }
        #near svg { display: block; margin: auto }
        .edge { fill: none; stroke: var(--line); stroke-width: 1.5 } .edge.near { stroke: var(--dim) }
        .node { cursor: pointer } .node rect { fill: var(--row); stroke: var(--line) }
        .node.ran rect { stroke: #2f6fd0; stroke-width: 2 } .node.failed rect { stroke: var(--bad); stroke-width: 2 }
        .node.centre rect { fill: var(--note) } .node:focus-visible rect { stroke: var(--text); stroke-width: 2 }
        .node text, .more { font-size: 12px; fill: var(--text) } .more { fill: var(--dim) }
        """#

    static let body = #"""
        <div id="tip"></div><h1 id="title"></h1><div class="dim"><code id="command"></code></div>
        <div class="dim" id="about"></div><div id="gaps" hidden></div>
        <div id="numbers"></div>
        <section><h2>Phases</h2><div id="bar"></div><div id="legend"></div></section>
        <section id="faults" hidden><h2>What failed</h2></section>
        <section id="timeline"><h2>Timeline of the job slots</h2><div class="dim" id="path"></div>
        <div class="tools" id="view"><button id="in">Zoom in</button><button id="out">Zoom out</button>
        <button id="whole">Show all</button>
        <span class="dim">Ctrl and scroll: zoom. Drag: move. Point at a bar: what it is, and why it ran.</span></div>
        <canvas id="lanes"></canvas><div id="kinds"></div></section>
        <section id="actions"><h2>Actions</h2></section>
        <section id="tests"><h2>Tests</h2></section>
        <section id="reach"><h2>What a change rebuilds at most</h2>
        <div class="dim">Targets and products that need this one, if its interface changes. An edit that leaves the
        interface alone rebuilds less. The drawing shows one target: left what it needs, right what needs it, step by
        step. Blue: an action ran for it. Press a target to see it in the middle.</div>
        <div id="near"><svg></svg></div><div class="dim" id="nearness" aria-live="polite"></div></section>
        """#
}
