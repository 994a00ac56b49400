/** The style sheet of the page about a type of problem. The content security policy allows exactly this text. */
export const problemPageStyle = `
:root {
  color-scheme: light dark;
  --text: light-dark(#000, #dfe1e5);
  --dimmed: light-dark(#5a616a, #a3a8ae);
  --anchor: light-dark(#3b5bdb, #91a7ff);
  --paper: light-dark(#fbfaf8, #17181b);
  --card: light-dark(#fff, #1f2125);
  --line: light-dark(#e4e1da, #34373d);
  --code: light-dark(#f3f1ec, #26292e);
  --serif: "Iowan Old Style", "Palatino Linotype", Palatino, "Book Antiqua", Georgia, serif;
  --mono: ui-monospace, SFMono-Regular, Menlo, Monaco, Consolas, "Liberation Mono", "Courier New", monospace;
}
* { box-sizing: border-box; }
body {
  margin: 0; background: var(--paper); color: var(--text); overflow-wrap: break-word;
  font: 1rem/1.55 -apple-system, BlinkMacSystemFont, "Segoe UI", Roboto, Helvetica, Arial, sans-serif;
}
header { border-bottom: 1px solid var(--line); background: var(--card); }
header div {
  display: flex; align-items: center; justify-content: space-between; min-height: 3.5rem;
  max-width: 1140px; margin: 0 auto; padding: 0 1rem;
}
.brand {
  display: inline-flex; align-items: center; gap: 0.55rem; color: var(--text);
  font: 600 1.3rem/1 var(--serif); text-decoration: none;
}
.link { display: inline-flex; align-items: center; min-height: 2.25rem; color: var(--text);
  font-size: 0.875rem; font-weight: 500; text-decoration: none; }
.link:hover { text-decoration: underline; text-underline-offset: 0.2em; }
main { max-width: calc(44rem + 2rem); margin: 0 auto; padding: clamp(1.5rem, 5vw, 3rem) 1rem 4rem; }
h1, h2 { font-family: var(--serif); font-weight: 600; text-wrap: balance; }
h1 { margin: 0; font-size: clamp(1.75rem, 5vw, 2.25rem); line-height: 1.2; }
h2 { margin: 2.25rem 0 0.5rem; font-size: 1.25rem; }
p { margin: 0; }
.kind { margin-bottom: 0.5rem; color: var(--dimmed); font-size: 0.875rem; }
.lead { margin-top: 0.75rem; font-size: 1.125rem; }
code, pre { font-family: var(--mono); font-size: 0.8125rem; background: var(--code); border-radius: 4px; }
code { padding: 0.1rem 0.3rem; }
pre { margin: 0; padding: 1rem; border: 1px solid var(--line); border-radius: 8px; overflow-x: auto; line-height: 1.65; }
dl { margin: 0; }
dd { margin: 0.25rem 0 0.75rem; }
ul { margin: 0; padding-left: 1.2rem; }
li { padding: 0.2rem 0; }
a { color: var(--anchor); }
:focus-visible { outline: 2px solid var(--anchor); outline-offset: 2px; }
`;
