import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseTree } from '../../html/parse-tree.ts'
import { firstElement, type TreeNode } from '../../html/tree.ts'
import { texOf } from './mathml.ts'

const tex = (html: string): string =>
  texOf(firstElement(parseTree(`<math>${html}</math>`).document, 'math') as TreeNode)

describe('texOf', () => {
  const cases: [title: string, html: string, expected: string][] = [
    ['joins a row', '<mrow><mi>a</mi><mo>+</mo><mn>1</mn></mrow>', 'a+1'],
    ['raises and lowers', '<msubsup><mi>x</mi><mi>i</mi><mn>2</mn></msubsup>', 'x_{i}^{2}'],
    ['groups a base of several parts', '<msup><mrow><mi>a</mi><mi>b</mi></mrow><mn>2</mn></msup>', '{ab}^{2}'],
    [
      'writes fractions and roots',
      '<mfrac><mn>1</mn><mroot><mi>x</mi><mn>3</mn></mroot></mfrac>',
      '\\frac{1}{\\sqrt[3]{x}}',
    ],
    [
      'writes limits',
      '<munderover><mo>∑</mo><mrow><mi>i</mi><mo>=</mo><mn>0</mn></mrow><mi>n</mi></munderover>',
      '∑_{i=0}^{n}',
    ],
    ['names functions', '<mi>sin</mi><mo>\u2061</mo><mi>x</mi>', '\\sin x'],
    ['writes words', '<mi>rank</mi><mtext>if any</mtext>', '\\mathrm{rank}\\text{if any}'],
    [
      'writes matrices',
      '<mtable><mtr><mtd><mn>1</mn></mtd><mtd><mn>2</mn></mtd></mtr><mtr><mtd><mn>3</mn></mtd></mtr></mtable>',
      '\\begin{matrix} 1 & 2 \\\\ 3 \\end{matrix}',
    ],
    ['keeps the place of an empty part', '<msup><mi></mi><mn>2</mn></msup>', '^{2}'],
    ['shows no annotation', '<semantics><mi>x</mi><annotation>y</annotation></semantics>', 'x'],
    ['gives up on a formula without end', '<mi>x</mi>'.repeat(5_000), ''],
  ]
  for (const [title, html, expected] of cases) it(title, () => assert.equal(tex(html), expected))
})
