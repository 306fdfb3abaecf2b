import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { factsOf } from '../testing/facts-of.ts'

const labels = (html: string): string[][] =>
  factsOf(html).labels.map(({ source, label, value, url }) => [source, label, value, ...(url === null ? [] : [url])])

describe('collectLabels', () => {
  const cases: [title: string, html: string, expected: string[][]][] = [
    [
      'pairs terms with all that is said of them',
      '<dl><dt>Weight:</dt><dd>280 g</dd><div><dt>Sizes</dt><dd>S</dd><dd>M<br>L</dd></div></dl>',
      [
        ['definition-list', 'Weight', '280 g'],
        ['definition-list', 'Sizes', 'S\nM\nL'],
      ],
    ],
    [
      'reads rows of a header cell and a value, with the link in it',
      '<table><tr><th colspan=2>Box<tr><th>Maker</th><td><a href=/h>Hill</a></td><tr><th>Year</th><td>1999</td></table>',
      [
        ['table', 'Maker', 'Hill', 'https://example.org/h'],
        ['table', 'Year', '1999'],
      ],
    ],
    [
      'reads rows of two plain cells',
      '<table><tr><td>Colour:<td>Red<tr><td>Size<td>42</table>',
      [
        ['table', 'Colour', 'Red'],
        ['table', 'Size', '42'],
      ],
    ],
    ['takes a table whose columns have names for none', '<table><tr><th>Year<th>Sold<tr><td>1999<td>5</table>', []],
    [
      'reads lines with a label that stands out, or a short one',
      '<p><b>ISBN:</b> 123<br><strong>Pages</strong>: 5<br>Published by: <a href=/x>Hill</a><br>At 12:30 we met: a crowd, of many.</p>',
      [
        ['label', 'ISBN', '123'],
        ['label', 'Pages', '5'],
        ['label', 'Published by', 'Hill', 'https://example.org/x'],
      ],
    ],
    [
      'pairs elements that are named so',
      '<div><span class="spec-label">Weight</span><span class="spec-value">2 kg</span></div><div><span>Colour:</span> <em>red</em></div>',
      [
        ['label', 'Weight', '2 kg'],
        ['label', 'Colour', 'red'],
      ],
    ],
    [
      'pairs the two parts of several rows',
      '<ul><li><span>Rooms</span><span>3</span></li><li><span>Floor</span><span>2nd</span></li><li><span>Rent</span><span>900 €</span></li></ul>',
      [
        ['label', 'Rooms', '3'],
        ['label', 'Floor', '2nd'],
        ['label', 'Rent', '900 €'],
      ],
    ],
    [
      'names what stands below a heading after it',
      '<h1>Bread</h1><h2>Opening hours</h2><p>Monday to Friday</p><p>8 to 5</p><h2>Address</h2><p>1 Road</p>',
      [
        ['label', 'Opening hours', 'Monday to Friday\n8 to 5'],
        ['label', 'Address', '1 Road'],
      ],
    ],
    ['leaves out what is hidden', '<p style="display:none"><b>A:</b> b</p>', []],
  ]
  for (const [title, html, expected] of cases)
    it(title, () => {
      assert.deepEqual(labels(html), expected)
    })
})
