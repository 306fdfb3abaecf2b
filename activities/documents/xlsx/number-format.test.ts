import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { numberFormat } from './number-format.ts'

const shown = (code: string, value: number): string => numberFormat(164, code, false)(value)

suite('number formats of spreadsheets', () => {
  test('dates and times are ISO 8601', () => {
    assert.equal(shown('dd/mm/yyyy', 45_352), '2024-03-01')
    assert.equal(shown('[$-409]mmmm d, yyyy;@', 45_352), '2024-03-01')
    assert.equal(shown('m/d/yy h:mm', 45_352.395_833_333_3), '2024-03-01T09:30:00')
    assert.equal(shown('h:mm AM/PM', 0.75), '18:00:00')
    assert.equal(shown('[h]:mm', 1.25), '30:00:00')
    assert.equal(numberFormat(14, undefined, true)(0), '1904-01-01')
    assert.equal(numberFormat(31, undefined, false)(45_352), '2024-03-01')
  })

  test('letters in quotes, escapes and colours make no date', () => {
    assert.equal(shown('0" days"', 5), '5 days')
    assert.equal(shown('0\\d', 5), '5d')
    assert.equal(shown('[Red]0.0', 5), '5.0')
  })

  test('percentages, decimals and leading zeros are as in the cell', () => {
    assert.equal(shown('0.0%', 0.125), '12.5%')
    assert.equal(shown('#,##0.00', 1_234.5), '1234.50')
    assert.equal(shown('0.##', 2.5), '2.5')
    assert.equal(shown('00000', 42), '00042')
    assert.equal(shown('0', -0.2), '0')
    assert.equal(shown('#,##0,', 1_500_000), '1500')
  })

  test('currencies stand where the format has them', () => {
    assert.equal(shown('"$"#,##0.00', -1_234.5), '-$1234.50')
    assert.equal(shown('#,##0.00 [$€-407]', 3), '3.00 €')
  })

  test('numbers in thousands and millions have the unit of the format', () => {
    assert.equal(shown('#,##0,"K"', 1_500_000), '1500K')
    assert.equal(shown('#,##0,,"M"', 2_000_000), '2M')
    assert.equal(shown('0.0,,\\ "Mio. €"', 2_540_000), '2.5 Mio. €')
    assert.equal(shown('"$"0.0,,"M"_);("$"0.0,,"M")', -2_540_000), '-$2.5M')
    const scaled = '[>=1000000]#,##0.0,,"M";[>=1000]#,##0,"K";0'
    assert.deepEqual(
      [2_500_000, 4_000, 500, -500].map((value) => shown(scaled, value)),
      ['2.5M', '4K', '500', '-500'],
    )
    assert.equal(shown('[>=1000000]#,##0,,"M";#,##0', 500), '500')
    assert.equal(shown('[>=1000000]0,,"M";[>=1000]0,"K"', 500), '500')
    assert.equal(shown('[<100]0.0;"-"0;0', -5), '-5.0')
  })

  test('text around the digits is that of the section for the sign', () => {
    assert.equal(shown('0"%"', 12), '12%')
    assert.equal(shown('0.0 %', 0.5), '50.0 %')
    assert.equal(shown('"Q"0', 3), 'Q3')
    assert.equal(shown('0";"', 3), '3;')
    const change = '▲0.0%;▼0.0%;0.0%'
    assert.deepEqual(
      [0.02, -0.02, 0].map((value) => shown(change, value)),
      ['▲2.0%', '-▼2.0%', '0.0%'],
    )
    for (const code of ['0.0;0.0', '+0.0;-0.0', '0.0_);(0.0)', '0.0;0.0-', '0.0;;']) {
      assert.equal(shown(code, -5), '-5.0')
    }
    assert.equal(shown('_-* #,##0.00\\ "€"_-;-* #,##0.00\\ "€"_-;_-* "-"??\\ "€"_-', 0), '0.00 €')
    assert.equal(shown('(000) 000-0000', 5_551_234_567), '5551234567')
  })

  test('a section with a condition and without digits shows its text, or the number as other sections do', () => {
    assert.equal(shown('[<0.01]"<1%";0%', 0.005), '<1%')
    assert.equal(shown('[=1]"Yes";[=0]"No";0', 1), 'Yes')
    assert.equal(shown('[<0.01]"-"??;0.0%', 0.005), '0.5%')
    assert.equal(shown('[=0]"";0.00\\ "€"', 0), '0.00 €')
    assert.equal(shown('[<1000]"-";0,"K"', 400), '400')
    assert.equal(shown('[>=1000]0,"K";General', 500.5), '500.5')
    assert.equal(shown('[<1]h:mm;yyyy-mm-dd', 0.75), '18:00:00')
  })

  test('a section without digits does not take the label of another section', () => {
    assert.equal(shown('[>=90]"high "0;[>=50]"mid "0;"-"', 20), '20')
    assert.equal(shown('[>0]▲0.0%;[<0]▼0.0%;"-"', 0), '0.0%')
    assert.equal(shown('[=0]"-";[<0]"loss "0;"profit "0', 0), '0')
    assert.equal(shown('▲0.0%;▼0.0%;"-"', 0), '0.0%')
    assert.equal(shown('"profit "0;"loss "0;"-"', 0), '0')
    assert.equal(shown('+0.0%;-0.0%;"-"', 0), '0.0%')
    assert.equal(shown('"up "0.0;"-"', -5), '-5.0')
    assert.equal(shown('▲0,"K";;', -5_000), '-5000')
  })

  test('a section without digits takes currency and unit of the other sections', () => {
    assert.equal(shown('"$"#,##0.00_);("$"#,##0.00);"-"', 0), '$0.00')
    assert.equal(shown('0" kg";-0" kg";"-"', 0), '0 kg')
    assert.equal(shown('[=0]"-";[<0](0" kg");0" kg"', 0), '0 kg')
    assert.equal(shown('[$CHF-807] 0.00;;"-"', 0), 'CHF 0.00')
  })

  test('literal separators of thousands are left out, and the text around the digits is kept', () => {
    assert.equal(shown('#\\ ##0.00\\ "€"', 1_234.5), '1234.50 €')
    assert.equal(shown('#" "##0.00\\ [$zł-415]', -1_234.5), '-1234.50 zł')
    assert.equal(shown('# ##0.00', 1_234.56), '1234.56')
    assert.equal(shown('# ### ##0" CHF"', 1_234_567), '1234567 CHF')
    assert.equal(shown("#'##0.00", 1_234.56), '1234.56')
    assert.equal(shown('0.000\u00A0000', 0.123_456_7), '0.123457')
    const lakhs = '[>=10000000]"₹ "##\\,##\\,##\\,##0.00;[>=100000]"₹ "##\\,##\\,##0.00;"₹ "##,##0.00'
    assert.deepEqual(
      [12_345_678, 250_000, 5_000].map((value) => shown(lakhs, value)),
      ['₹ 12345678.00', '₹ 250000.00', '₹ 5000.00'],
    )
  })

  test('other numbers are as short as they can be', () => {
    assert.equal(shown('General', 0.1 + 0.2), '0.3')
    assert.equal(shown('0.00E+00', 12_345), '12345')
    assert.equal(shown('# ?/?', 0.5), '0.5')
    assert.equal(shown('dd/mm/yyyy', -1), '-1')
  })
})
