/**
 * Small cases that HTML converters often get wrong: title, HTML of the page, expected Markdown.
 * The page URL is https://example.org/docs/page.
 */
export const markdownCases: readonly (readonly [title: string, html: string, markdown: string])[] = [
  // Tables
  [
    'table: alignment by attribute and style',
    '<table><thead><tr><th align="left">a</th><th style="text-align:right">b</th><th style="TEXT-ALIGN: center">c</th></tr></thead><tbody><tr><td>1</td><td>2</td><td>3</td></tr></tbody></table>',
    '| a | b | c |\n| :--- | ---: | :---: |\n| 1 | 2 | 3 |',
  ],
  [
    'table: pipes in text and code',
    '<table><tr><th>a|b</th><th>c</th></tr><tr><td><code>x|y</code></td><td>z</td></tr></table>',
    '| a\\|b | c |\n| --- | --- |\n| `x\\|y` | z |',
  ],
  [
    'table: line breaks and paragraphs in a cell',
    '<table><tr><th>a</th><th>b</th></tr><tr><td>1<br>2</td><td><p>3</p><p>4</p></td></tr></table>',
    '| a | b |\n| --- | --- |\n| 1<br>2 | 3<br>4 |',
  ],
  [
    'table: list in a cell',
    '<table><tr><th>a</th><th>b</th></tr><tr><td><ul><li>1</li><li>2</li></ul></td><td>3</td></tr></table>',
    '| a | b |\n| --- | --- |\n| - 1<br>- 2 | 3 |',
  ],
  [
    'table: cell over two columns',
    '<table><tr><th colspan="2">a</th><th>b</th></tr><tr><td>1</td><td>2</td><td>3</td></tr></table>',
    '| a |  | b |\n| --- | --- | --- |\n| 1 | 2 | 3 |',
  ],
  [
    'table: cell over two rows',
    '<table><tr><th>a</th><th>b</th></tr><tr><td rowspan="2">1</td><td>2</td></tr><tr><td>3</td></tr></table>',
    '| a | b |\n| --- | --- |\n| 1 | 2 |\n| 1 | 3 |',
  ],
  [
    'table: caption as a line above',
    '<table><caption>Sizes</caption><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2</td></tr></table>',
    'Sizes\n\n| a | b |\n| --- | --- |\n| 1 | 2 |',
  ],
  [
    'table: no header cells',
    '<table><tr><td>a</td><td>b</td></tr><tr><td>1</td><td>2</td></tr></table>',
    '| a | b |\n| --- | --- |\n| 1 | 2 |',
  ],
  [
    'table: header cells in the first column',
    '<table><tr><th>Born</th><td>1970</td></tr><tr><th>Place</th><td>Rome</td></tr></table>',
    '|  |  |\n| --- | --- |\n| Born | 1970 |\n| Place | Rome |',
  ],
  [
    'table: rows of different length',
    '<table><tr><th>a</th></tr><tr><td>1</td><td>2</td></tr></table>',
    '| a |  |\n| --- | --- |\n| 1 | 2 |',
  ],
  [
    'table: made for layout',
    '<table role="presentation"><tr><td><h2>a</h2></td><td><p>b</p></td></tr></table>',
    '## a\n\nb',
  ],
  ['table: one column', '<table><tr><td>a</td></tr><tr><td>b</td></tr></table>', 'a\n\nb'],
  [
    'table: inside a layout table',
    '<table><tr><td><table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2</td></tr></table></td></tr></table>',
    '| a | b |\n| --- | --- |\n| 1 | 2 |',
  ],
  [
    'table: link, picture and emphasis in cells',
    '<table><tr><th>a</th><th>b</th></tr><tr><td><a href="/x">l</a></td><td><b>c</b> <img src="/i.png" alt="d"></td></tr></table>',
    '| a | b |\n| --- | --- |\n| [l](https://example.org/x) | **c** ![d](https://example.org/i.png) |',
  ],
  // Lists
  ['list: nested, mixed', '<ol><li>a<ul><li>b</li><li>c</li></ul></li><li>d</li></ol>', '1. a\n   - b\n   - c\n2. d'],
  ['list: nested without an item of its own', '<ul><li>a</li><ul><li>b</li></ul><li>c</li></ul>', '- a\n  - b\n- c'],
  ['list: start', '<ol start="7"><li>a</li><li>b</li></ol>', '7. a\n8. b'],
  ['list: value of an item', '<ol><li value="3">a</li><li>b</li></ol>', '3. a\n4. b'],
  [
    'list: counting down',
    '<ol reversed><li>a</li><li>b</li></ol><ol reversed start="9"><li>c</li></ol>',
    '2. a\n1. b\n\n9) c',
  ],
  ['list: loose', '<ul><li><p>a</p></li><li><p>b</p></li></ul>', '- a\n\n- b'],
  [
    'list: two paragraphs and code in an item',
    '<ol><li><p>a</p><pre><code>x\n</code></pre><p>b</p></li></ol>',
    '1. a\n\n   ```\n   x\n   ```\n\n   b',
  ],
  [
    'list: tasks',
    '<ul class="contains-task-list"><li class="task-list-item"><input type="checkbox" disabled checked> a</li><li class="task-list-item"><input type="checkbox" disabled> b</li></ul>',
    '- [x] a\n- [ ] b',
  ],
  [
    'list: loose tasks',
    '<ul><li><p><input type="checkbox" checked> a</p></li><li><p><input type="checkbox"> b</p></li></ul>',
    '- [x] a\n\n- [ ] b',
  ],
  ['list: definitions', '<dl><dt>a</dt><dd>b</dd><dt>c</dt><dd>d</dd></dl>', '**a**\n\n  b\n\n**c**\n\n  d'],
  ['list: empty items', '<ul><li><a href="/x"><svg></svg></a></li><li>a</li></ul>', '- a'],
  ['list: items without anything', '<ul><li></li><li></li><li>a</li></ul>', '- a'],
  ['list: numbers in text', '<p>1986. A great year</p><p>- no item</p>', '1986\\. A great year\n\n\\- no item'],
  // Code
  ['code: language-x', '<pre><code class="language-js">a()\n</code></pre>', '```js\na()\n```'],
  ['code: lang-x on pre', '<pre class="lang-py"><code>a\n</code></pre>', '```py\na\n```'],
  [
    'code: highlight-source-x on a wrapper',
    '<div class="highlight highlight-source-shell"><pre>ls</pre></div>',
    '```shell\nls\n```',
  ],
  ['code: brush', '<pre class="brush: php; toolbar: false">a;</pre>', '```php\na;\n```'],
  ['code: data-lang', '<pre data-lang="rust"><code>a</code></pre>', '```rust\na\n```'],
  ['code: data-language on a wrapper', '<div data-language="go"><pre><code>a</code></pre></div>', '```go\na\n```'],
  ['code: bare name beside a highlighter', '<pre><code class="hljs python">a</code></pre>', '```python\na\n```'],
  ['code: pre without code', '<pre>a\n  b</pre>', '```\na\n  b\n```'],
  ['code: fences inside', '<pre><code>```js\na\n```</code></pre>', '````\n```js\na\n```\n````'],
  ['code: line breaks as elements', '<pre><code>a<br>b</code></pre>', '```\na\nb\n```'],
  [
    'code: highlighted spans',
    '<pre><code class="language-js"><span class="k">const</span> <span class="n">a</span> = <span class="m">1</span>\n</code></pre>',
    '```js\nconst a = 1\n```',
  ],
  [
    'code: a span a line',
    '<pre><code><span class="line">a</span><span class="line"></span><span class="line">b</span></code></pre>',
    '```\na\n\nb\n```',
  ],
  [
    'code: a span a line with line feeds',
    '<pre><code><span class="line">a</span>\n<span class="line"></span>\n<span class="line">b</span></code></pre>',
    '```\na\n\nb\n```',
  ],
  [
    'code: table with a gutter',
    '<div class="highlight"><table><tr><td class="gutter"><pre>1\n2</pre></td><td class="code"><pre><code class="language-js">a\nb</code></pre></td></tr></table></div>',
    '```js\na\nb\n```',
  ],
  [
    'code: table with a row a line',
    '<table class="highlight"><tr><td class="blob-num" data-line-number="1"></td><td class="blob-code">if a:</td></tr><tr><td class="blob-num" data-line-number="2"></td><td class="blob-code">  b</td></tr></table>',
    '```\nif a:\n  b\n```',
  ],
  ['code: inline with backticks', '<p><code>a`b</code></p>', '`` a`b ``'],
  ['code: inline between words', '<p>run<code>a</code>now</p>', 'run`a`now'],
  [
    'code: inline, each word in an element of its own',
    '<p>Run <code class="docutils literal notranslate"><span class="pre">import</span> <span class="pre">os</span></code> first.</p>',
    'Run `import os` first.',
  ],
  [
    'code: keys and output, each word in an element of its own',
    '<p><kbd><kbd>Ctrl</kbd> <kbd>C</kbd></kbd>, <samp><b>a</b>\n<b>b</b></samp>, <tt><span>c</span><span> </span><span>d</span></tt></p>',
    '`Ctrl C`, `a b`, `c d`',
  ],
  [
    'code: inline with links between white space',
    '<p><code><span>const</span> <a href="/a">A</a> <a href="/b">b</a> <span>c</span> <span>d</span></code></p>',
    '`const` [`A`](https://example.org/a) [`b`](https://example.org/b) `c d`',
  ],
  ['code: white space at the ends of inline code', '<p>a<code> <span>b</span> </code>c</p>', 'a `b` c'],
  // Links and pictures
  ['link: relative', '<p><a href="../a?b=1#c">x</a></p>', '[x](https://example.org/a?b=1#c)'],
  ['link: parentheses', '<p><a href="/a_(b)">x</a></p>', '[x](https://example.org/a_(b))'],
  ['link: spaces', '<p><a href="/a b">x</a></p>', '[x](https://example.org/a%20b)'],
  ['link: title', '<p><a href="/a" title=\'b "c"\'>x</a></p>', '[x](https://example.org/a "b \\"c\\"")'],
  ['link: script', '<p><a href="javascript:void(0)">x</a></p>', 'x'],
  ['link: empty', '<p>a <a href="/b"></a>c</p>', 'a [](https://example.org/b)c'],
  ['link: that shows nothing', '<p>a <a href="/b" class="i"></a><a href="/b"><i></i></a>c</p>', 'a c'],
  [
    'link: around blocks',
    '<a href="/x"><h3>a</h3><p>b</p></a>',
    '### [a](https://example.org/x)\n\n[b](https://example.org/x)',
  ],
  [
    'link: side by side in a menu',
    '<div><a href="/a">a</a><a href="/b">b</a></div>',
    '[a](https://example.org/a) [b](https://example.org/b)',
  ],
  [
    'link: anchors of headings',
    '<h2 id="a"><a class="anchor" aria-hidden="true" href="#a"><svg></svg></a>A</h2><h3 id="b">B<a class="headerlink" href="#b" title="Link to this heading">¶</a></h3>',
    '## A\n\n### B',
  ],
  ['picture: inside the page', '<p><img src="data:image/png;base64,AAAA" alt="a"></p>', 'a'],
  ['picture: lazy', '<p><img src="/spacer.gif" data-src="/a.jpg" alt="a"></p>', '![a](https://example.org/a.jpg)'],
  [
    'picture: largest of a set',
    '<p><img src="/s.jpg" srcset="/s.jpg 300w, /l.jpg 900w" alt="a"></p>',
    '![a](https://example.org/l.jpg)',
  ],
  [
    'picture: copy without scripts',
    '<p><img class="lazy" src="data:image/gif;base64,AAAA" alt="a"><noscript><img src="/a.jpg" alt="a"></noscript></p>',
    '![a](https://example.org/a.jpg)',
  ],
  [
    'picture: with a caption',
    '<figure><picture><source srcset="/a.webp"><img src="/a.jpg" alt="a"></picture><figcaption>b</figcaption></figure>',
    '![a](https://example.org/a.jpg)\n\nb',
  ],
  ['picture: beside a word', '<div><img src="/a.svg" alt="a">b</div>', '![a](https://example.org/a.svg) b'],
  ['picture: of a character', '<p>a <img class="emoji" src="/e.png" alt="😀"></p>', 'a 😀'],
  [
    'player: video site',
    '<iframe src="https://www.youtube.com/embed/abc" title="Talk"></iframe>',
    '[Talk](https://www.youtube.com/embed/abc)',
  ],
  ['player: video', '<video controls><source src="/a.mp4">No video.</video>', '[Video](https://example.org/a.mp4)'],
  // Formulas
  [
    'formula: MathML with its source',
    '<p>a <math><semantics><msup><mi>x</mi><mn>2</mn></msup><annotation encoding="application/x-tex">x^2</annotation></semantics></math></p>',
    'a $x^2$',
  ],
  [
    'formula: MathML without a source',
    '<p><math><mfrac><mi>a</mi><msqrt><mi>b</mi></msqrt></mfrac><mo>=</mo><msub><mi>c</mi><mn>1</mn></msub></math></p>',
    '$\\frac{a}{\\sqrt{b}}=c_{1}$',
  ],
  [
    'formula: KaTeX',
    '<p><span class="katex"><span class="katex-mathml"><math><semantics><mrow><mi>x</mi></mrow><annotation encoding="application/x-tex">x_i</annotation></semantics></math></span><span class="katex-html" aria-hidden="true"><span class="base">xi</span></span></span></p>',
    '$x_i$',
  ],
  [
    'formula: KaTeX on its own line',
    '<span class="katex-display"><span class="katex"><span class="katex-mathml"><math><semantics><mi>x</mi><annotation encoding="application/x-tex">x</annotation></semantics></math></span><span class="katex-html" aria-hidden="true">x</span></span></span>',
    '$$x$$',
  ],
  [
    'formula: MathJax script',
    '<p>a <span class="MathJax_Preview">x2</span><span class="MathJax" id="m">x2</span><script type="math/tex">x^2</script></p>',
    'a $x^2$',
  ],
  [
    'formula: MathJax script, displayed',
    '<div><script type="math/tex; mode=display">\\int x</script></div>',
    '$$\\int x$$',
  ],
  ['formula: in TeX delimiters', '<p><span class="math inline">\\(x_1\\)</span></p>', '$x_1$'],
  [
    'formula: code in the language math',
    '<p>a <code class="language-math math-inline">x^2</code></p><p><code class="language-math math-display">y</code></p>',
    'a $x^2$\n\n$$y$$',
  ],
  [
    'formula: picture',
    '<p><img class="mwe-math-fallback-image-inline" alt="{\\displaystyle x^{2}}" src="/m.svg"></p>',
    '$x^{2}$',
  ],
  // Footnotes
  [
    'footnote: as GFM renders it',
    '<p>a<sup><a href="#user-content-fn-1" id="user-content-fnref-1" data-footnote-ref>1</a></sup></p><section data-footnotes class="footnotes"><h2 class="sr-only" id="footnote-label">Footnotes</h2><ol><li id="user-content-fn-1"><p>b <a href="#user-content-fnref-1" data-footnote-backref>↩</a></p></li></ol></section>',
    'a[^1]\n\n[^1]: b',
  ],
  [
    'footnote: as Pandoc renders it',
    '<p>a<a href="#fn1" class="footnote-ref" id="fnref1" role="doc-noteref"><sup>1</sup></a></p><section class="footnotes" role="doc-endnotes"><hr><ol><li id="fn1"><p>b<a href="#fnref1" class="footnote-back" role="doc-backlink">↩︎</a></p></li></ol></section>',
    'a[^1]\n\n[^1]: b',
  ],
  [
    'footnote: as WordPress renders it',
    '<p>a<sup data-fn="u1" class="fn"><a href="#u1" id="u1-link">1</a></sup>, c<sup class="fn"><a href="#u2" id="u2-link">2</a></sup></p><ol class="wp-block-footnotes"><li id="u1">b <a href="#u1-link">↩︎</a></li><li id="u2">d <a href="#u2-link">↩︎</a></li></ol>',
    'a[^1], c[^2]\n\n[^1]: b\n[^2]: d',
  ],
  [
    'footnote: as MediaWiki renders it',
    '<p>a<sup id="cite_ref-1" class="reference"><a href="#cite_note-1">[1]</a></sup></p><ol class="references"><li id="cite_note-1"><span class="mw-cite-backlink"><b><a href="#cite_ref-1">^</a></b></span> <span class="reference-text">b</span></li></ol>',
    'a[^1]\n\n[^1]: b',
  ],
  [
    'footnote: paragraphs that link back',
    '<p>a<a href="#_ftn1" name="_ftnref1"><sup>[1]</sup></a></p><p><a href="#_ftnref1" name="_ftn1">[1]</a> b</p>',
    'a[^1]\n\n[^1]: b',
  ],
  ['footnote: note elsewhere', '<p>a<sup><a href="#n1">1</a></sup></p>', 'a[1](https://example.org/docs/page#n1)'],
  // Text
  [
    'text: emphasis characters',
    '<p>2 * 3 * 4, snake_case_name, *a* and _b_</p>',
    '2 * 3 * 4, snake_case_name, \\*a\\* and \\_b\\_',
  ],
  ['text: markup that is text', '<p>&lt;div&gt; &amp;amp; [a](b) # c</p>', '\\<div> \\&amp; [a\\](b) # c'],
  ['text: beginnings of blocks', '<p># a</p><p>&gt; b</p><p>+ c</p><p>===</p>', '\\# a\n\n\\> b\n\n\\+ c\n\n==='],
  ['text: nested strong', '<p><strong>a <b>b</b></strong></p>', '**a __b__**'],
  ['text: emphasis with spaces inside', '<p>a<b> b </b>c<i> </i>d</p>', 'a **b** c d'],
  [
    'text: no-break spaces inside emphasis',
    '<p><b>&nbsp;a:&nbsp;</b>b <i>&nbsp;</i>c</p>',
    '&nbsp;**a:**\u00a0b \u00a0c',
  ],
  [
    'text: emphasis inside Chinese',
    '<p>这是<strong>重点</strong>内容，<strong>“引用”</strong>。</p>',
    '这是**重点**内容，**“引用”**。',
  ],
  [
    'text: raised and lowered',
    '<p>10<sup>3</sup> H<sub>2</sub>O, 1<sup>st</sup>, x<sup>™</sup></p>',
    '10<sup>3</sup> H<sub>2</sub>O, 1st, x™',
  ],
  [
    'text: boxes side by side',
    '<div><span class="a">Size</span><span class="b">US 9</span></div><p>foot<span class="c">ball</span></p>',
    'Size US 9\n\nfootball',
  ],
  ['text: marks around signs', '<p><b>a</b>b<b>®</b>c</p>', '**a**b®c'],
  ['text: ruby', '<p><ruby>漢<rp>(</rp><rt>かん</rt><rp>)</rp></ruby></p>', '漢(かん)'],
  ['text: deleted and inserted', '<p><del>a</del><ins>b</ins> <mark>c</mark> <kbd>Esc</kbd></p>', '~~a~~b c `Esc`'],
  ['text: unseen characters', '<p>a\u200bb\u00adc\u202Ed\u202C\ufeff</p>', 'abcd'],
  ['text: quotation', '<p><q>a</q> <abbr title="b">c</abbr></p>', '"a" c'],
  ['block: line breaks', '<p>a<br>b</p><p>c<br><br>d</p>', 'a  \nb\n\nc\n\nd'],
  ['block: quotes in quotes', '<blockquote><p>a</p><blockquote><p>b</p></blockquote></blockquote>', '> a\n>\n> > b'],
  ['block: code in a quote', '<blockquote><pre><code>a\nb</code></pre></blockquote>', '> ```\n> a\n> b\n> ```'],
  ['block: rule at the beginning', '<hr><p>a</p><hr><p>b</p>', '***\n\na\n\n---\n\nb'],
  [
    'block: headings by role',
    '<div role="heading" aria-level="1">a</div><div>b <span role="heading">c <a href="/docs/page">d</a></span> e</div>',
    '# a\n\nb\n\n## c d\n\ne',
  ],
  ['block: heading that links to its own page', '<h1><a href="page">a</a></h1>', '# a'],
  ['block: details', '<details><summary>a</summary><p>b</p></details>', '**a**\n\nb'],
  ['block: scripts and styles', '<p>a</p><script>b()</script><style>c{}</style><p>d</p>', 'a\n\nd'],
]
