import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { outlineOf, standardOutlineOf } from '../extract/testing/tree-outline.ts'
import { parseTree } from './parse-tree.ts'

/** Hard cases of tokenization and tree construction; nodes that are omitted on purpose are omitted from both trees. */
const snippets = [
  '', ' ', 'a', '<', '<>', '</', '</>', '<a', '<a ', '<a b', '<a b=', '<a b="', '<!', '<!-', '<!--', '<!---', '<!-->', '<!--->a',
  '<!--a--!>b', '<!--a--b-->c', '<!-- <!-- a --> b', '<?php a ?>b', '</ a>b', '<!a>b', '<![CDATA[a]]>b', '<1>a', '<a/b>c', '<a / b=c / d>e',
  '<a b=c/>d', '<a =b>c', '<a b==c>d', '<a b"c>d', '<a b=`c`>d', '<a\tb\n=\nc>d', '<A B=C>d</A>', '<a b=1 b=2>c', '&amp', '&ampx', '&am', '&#65;',
  '&#x41', '&#;', '&#x;', '&#0;', '&#128;', '&#xD800;', '&#x110000;', '&notit;', '&notin;', '&lt', '<a b="&lt">', '<a b="&ltx&lt=">', 'a\r\nb\rc',
  '<title>a<b></title>c', '<title>a', '<textarea>\n\na</textarea>b', '<textarea><p></textareax></textarea >b', '<style>a</style>b', '<style>a',
  '<script>a</script>b', '<script><!--<script></script>--></script>a', '<script><!--</script>a', '<script>a', '<noscript><p>a</noscript>b',
  '<head><noscript><link><p>a</noscript>b', '<xmp><p></xmp>a', '<plaintext><p>a', '<iframe><p></iframe>a', '<noembed><p></noembed>a',
  '<noframes><p></noframes>a', '<p>a<p>b', '<p>a<div>b</p>c', '<p><table>a', '<!doctype html><p><table>a', '</p>a', '</br>a', '<br></br>a',
  '<b>a<i>b</b>c</i>d', '<b>a<p>b</b>c', '<b><p>a</b>b</p>c', '<a>b<a>c', '<a>b<div>c<a>d', '<a><p>b</a>c', '<b><b><b><b>a</b>c', '<b><em><div></b>a',
  '<font><p>a</font>b<p>c', '<nobr>a<nobr>b', '<i><p>a<i><p>b', '<b><table><td><i>a</b></table>c', '<a><table><td><a>b</table>c', '<em><p><b>x</em>y</b>z',
  '<table>a', '<table>a<tr>b<td>c', '<table><tr><td>a<td>b<tr><th>c', '<table><b>a</b>c', '<table><td>a</table>b', '<table><caption>a<td>b',
  '<table><colgroup><col>a', '<table><col><tr><td>a', '<table><tbody><table>a', '<table><form><input><tr><td>a', '<table><input type=hidden><input>a',
  '<table><script>a</script><style>b</style><tr>c', '<table> <tr> <td> a </table> b', '<table><tr><td></tbody>a', '<table><thead><td>a</tfoot>b',
  '<table></td>a', '<td>a', '<tr><td>a', '<table><select><option>a<tr><td>b', '<select><option>a<option>b<optgroup>c<div>d', '<select><select>a',
  '<select><input>a', '<select><hr>a', '<ul><li>a<li>b<ul><li>c</ul>d</ul>e', '<li>a<div><li>b', '<dl><dt>a<dd>b<dt>c</dl>d', '<h1>a<h2>b</h1>c',
  '<h1>a</h3>b', '<button>a<button>b', '<form>a<form>b</form>c', '<ruby>a<rb>b<rt>c<rp>d<rtc>e</ruby>f', '<option>a<p>b', '<object><p>a</object>b',
  '<marquee><p>a</marquee>b', '<applet><b>a</applet>b', '<image src=a>', '<isindex>a', '<keygen>a', '<template>a<p>b</template>c', '<template><tr><td>a</template>b',
  '<table><template><td>a</template><tr><td>b', '<template><template>a</template>b', '<frameset><frame></frameset>a', '<p>a<frameset><frame>', '<frameset>a<noframes>b</noframes>',
  '<body><frameset>', '<html a=1><html a=2 b=3>c', '<body a=1><body b=2>c', '<head><p>a', '</head>a', '<head></head> <title>a</title>b', '<html> <head> <body> a',
  'a</body>b', 'a</html>b', 'a</body></html><!-- c --> d', '<title>a</title><meta><link><base>b', '<body><title>a</title>b', '<svg>a</svg>b', '<svg><p>a', '<svg><b>a',
  '<svg><font>a', '<svg><font color=x>a', '<svg/>a', '<svg><a><a>b', '<svg><title><p>a</title></svg>b', '<svg><foreignObject><p>a</foreignObject></svg>b',
  '<svg><desc><svg><desc>a', '<svg><![CDATA[a<b]]></svg>c', '<svg><style>a<b></style>c</svg>d', '<svg><script>a</script>b</svg>c', '<svg><script/>a</svg>b', '<svg></p>a', '<svg></br>a',
  '<math><mi>a<p>b', '<math><mi><mglyph>a', '<math><annotation-xml encoding=text/html><p>a', '<math><annotation-xml><p>a', '<math><mtext><table><tr><td>a', '<math definitionurl=a>',
  '<table><svg><td>a', '<table><math><mi>a</math><tr><td>b', '<p><svg><desc><p>a</desc></svg>b', '<svg viewbox=a xlink:href=b>', '<a href=x><svg><a href=y>b</svg>c', '<p hidden>a</p x=y>b', '<x-y>a<p>b</x-y>c',
  '<address>a<p>b</address>c', '<details><summary>a<p>b</details>c', '<center><p>a</center>b', '<pre>\n\na</pre>', '<listing>\na</listing>', '<p><b><i><u>a<p>b', '<dialog>a<p>b</dialog>c', '<search><p>a</search>b',
] // prettier-ignore

describe('parseTree', () => {
  for (const html of snippets) {
    it(`builds the tree of the standard from ${JSON.stringify(html)}`, () => {
      assert.equal(outlineOf(parseTree(html).document), standardOutlineOf(html))
    })
  }
})
