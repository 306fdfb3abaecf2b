import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { texOf } from '../../content/markdown/mathml.ts'
import { parseTree } from '../../html/parse-tree.ts'
import { firstElement } from '../../html/tree.ts'
import { readXml } from '../office/xml.ts'
import { Formula } from './formula.ts'

const run = (text: string, properties = ''): string => `<m:r>${properties}<m:t>${text}</m:t></m:r>`
const value = (name: string, text: string): string => `<m:${name} m:val="${text}"/>`

function htmlOf(content: string): string {
  const formula = new Formula()
  readXml(
    `<m:x xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math">${content}</m:x>`,
    {
      enter: (name, attributes) => formula.enter(name, attributes),
      leave: (name) => formula.leave(name),
      text: (text) => formula.text(text),
    },
    Infinity,
  )
  return formula.toHtml(false)
}

const texOfFormula = (content: string): string => {
  const math = firstElement(parseTree(htmlOf(content)).document, 'math')
  assert.ok(math !== null)
  return texOf(math)
}

const sup = (base: string, exponent: string): string =>
  `<m:sSup><m:e>${run(base)}</m:e><m:sup>${run(exponent)}</m:sup></m:sSup>`

suite('formulas of Word documents', () => {
  const cases: [title: string, content: string, expected: string][] = [
    ['letters, figures and signs', run('ab+12.5'), 'ab+12.5'],
    [
      'powers and indexes',
      `${sup('a', '2')}<m:sSub><m:e>${run('x')}</m:e><m:sub>${run('i')}</m:sub></m:sSub>`,
      'a^{2}x_{i}',
    ],
    ['fractions', `<m:f><m:num>${run('1')}</m:num><m:den>${run('x+1')}</m:den></m:f>`, '\\frac{1}{x+1}'],
    ['square roots', `<m:rad><m:deg/><m:e>${run('y')}</m:e></m:rad>`, '\\sqrt{y}'],
    ['other roots', `<m:rad><m:deg>${run('3')}</m:deg><m:e>${run('y')}</m:e></m:rad>`, '\\sqrt[3]{y}'],
    [
      'sums with their limits',
      `<m:nary><m:naryPr>${value('chr', '∑')}</m:naryPr><m:sub>${run('i=0')}</m:sub><m:sup>${run('n')}</m:sup><m:e>${run('i')}</m:e></m:nary>`,
      '∑_{i=0}^{n}i',
    ],
    [
      'brackets of any kind',
      `<m:d><m:dPr>${value('begChr', '[')}${value('sepChr', ',')}${value('endChr', ')')}</m:dPr><m:e>${run('0')}</m:e><m:e>${run('1')}</m:e></m:d>`,
      '[0,1)',
    ],
    ['brackets that are not named', `<m:d><m:e>${sup('a', '2')}</m:e></m:d>`, '(a^{2})'],
    [
      'functions',
      `<m:func><m:fName>${run('sin', `<m:rPr>${value('sty', 'p')}</m:rPr>`)}</m:fName><m:e>${run('x')}</m:e></m:func>`,
      '\\sin x',
    ],
    [
      'matrices',
      `<m:m><m:mr><m:e>${run('1')}</m:e><m:e>${run('2')}</m:e></m:mr><m:mr><m:e>${run('3')}</m:e><m:e>${run('4')}</m:e></m:mr></m:m>`,
      '\\begin{matrix} 1 & 2 \\\\ 3 & 4 \\end{matrix}',
    ],
  ]
  for (const [title, content, expected] of cases) {
    test(title, () => {
      assert.equal(texOfFormula(content), expected)
    })
  }

  test('nothing is nothing', () => {
    assert.equal(htmlOf('<m:r><m:t> </m:t></m:r>'), '')
  })

  test('text is escaped, and kept however deep it stands', () => {
    assert.equal(htmlOf(run('a&lt;b')), '<math><mi>a</mi><mo>&lt;</mo><mi>b</mi></math>')
    assert.match(htmlOf(`${'<m:sSup><m:e>'.repeat(5_000)}${run('z')}`), /<mi>z<\/mi>/)
  })
})
