"use strict";
(() => {
  // Sorting and filtering of tables that ask for it. Without scripts they are whole, in the order of the report.
  for (const table of document.querySelectorAll("table[data-sortable]")) {
    const body = table.tBodies[0];
    const first = Array.from(body.rows);
    const tools = document.getElementById(table.dataset.sortable);
    const said = tools.querySelector("output");
    const text = tools.querySelector("input");
    const kind = tools.querySelector("select");
    tools.hidden = false;
    const filter = () => {
      const wanted = text.value.toLowerCase();
      let shown = 0;
      for (const row of first) {
        const fits = row.textContent.toLowerCase().includes(wanted);
        row.hidden = !(fits && (kind.value === "" || row.dataset.kinds.split(" ").includes(kind.value)));
        shown += row.hidden ? 0 : 1;
      }
      said.textContent = `${shown} of ${first.length} shown`;
    };
    text.addEventListener("input", filter);
    kind.addEventListener("change", filter);
    filter();
    for (const button of table.querySelectorAll("thead button")) {
      button.addEventListener("click", () => {
        const heading = button.closest("th");
        const falling = heading.getAttribute("aria-sort") === "ascending";
        for (const other of table.querySelectorAll("thead th")) other.removeAttribute("aria-sort");
        heading.setAttribute("aria-sort", falling ? "descending" : "ascending");
        const key = (row) => row.dataset[button.dataset.key];
        const compare = (a, b) => {
          const [x, y] = [Number(key(a)), Number(key(b))];
          if (Number.isNaN(x) || Number.isNaN(y)) return key(a).localeCompare(key(b));
          return x - y;
        };
        const sorted = first.slice().sort((a, b) => (falling ? -1 : 1) * compare(a, b));
        body.append(...sorted);
      });
    }
  }
  const data = document.getElementById("curves");
  if (!data) return;
  const charts = JSON.parse(data.textContent);
  const choice = document.getElementById("curve");
  const place = document.getElementById("chart");
  const style = getComputedStyle(document.documentElement);
  const colours = ["#2f5fd0", "#c2410c", "#15803d", "#a21caf", "#0e7490", "#b45309", "#be123c", "#4d7c0f"];
  const dashes = [[], [8, 4], [2, 3], [10, 3, 2, 3]];
  let plot = null;
  const draw = () => {
    const chart = charts[choice.value];
    const times = [...new Set(chart.series.flatMap((s) => s.points.map((p) => p[0])))].sort((a, b) => a - b);
    const columns = chart.series.map((s) => {
      const known = new Map(s.points);
      return times.map((t) => (known.has(t) ? known.get(t) : undefined));
    });
    const [unit, length] = times[times.length - 1] < 7200 ? ["minutes", 60] : ["hours", 3600];
    const ink = style.getPropertyValue("--ink").trim() || "#000";
    const axis = { stroke: ink, grid: { stroke: style.getPropertyValue("--line").trim() || "#ddd" } };
    if (plot) plot.destroy();
    plot = new uPlot(
      {
        width: place.clientWidth,
        height: 320,
        scales: { x: { time: false }, y: { dir: chart.lower ? -1 : 1 } },
        axes: [{ ...axis, label: unit, values: (_, v) => v.map((s) => +(s / length).toPrecision(3)) }, { ...axis, label: "score" }],
        series: [
          { label: unit, value: (_, s) => (s == null ? "–" : (s / length).toPrecision(3)) },
          ...chart.series.map((s, i) => ({
            label: s.name,
            stroke: colours[i % colours.length],
            dash: dashes[Math.floor(i / colours.length) % dashes.length],
            width: 2,
            spanGaps: true,
            paths: uPlot.paths.stepped({ align: 1 }), // a submission counts until the next one
          })),
        ],
      },
      [times, ...columns],
      place,
    );
  };
  choice.addEventListener("change", draw);
  addEventListener("resize", draw);
  draw();
})();
