import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { currencyIn, endOfRange, isPriceLike, numberIn } from './numbers.ts'

const plain = (text: string): number | null => numberIn(text, { isGrouped: false, isMoney: false })
const count = (text: string): number | null => numberIn(text, { isGrouped: true, isMoney: false })
const money = (text: string): number | null => numberIn(text, { isGrouped: true, isMoney: true })

describe('numbers in texts', () => {
  it('reads them as their countries write them', () => {
    assert.equal(money('1.299,00 €'), 1299)
    assert.equal(money('$1,299'), 1299)
    assert.equal(money('1 299,50 €'), 1299.5)
    assert.equal(money('CHF 1’299.–'), 1299)
    assert.equal(money('￥12,800(税込)'), 12_800)
    assert.equal(plain('4,6 von 5 Sternen'), 4.6)
    assert.equal(plain('4.5 out of 5'), 4.5)
    assert.equal(plain('-3.5 °C'), -3.5)
    assert.equal(plain('1.299'), 1.299)
    assert.equal(count('1.299 Bewertungen'), 1299)
    assert.equal(count('1.2k views'), 1200)
    assert.equal(count('３２'), 32)
    assert.equal(plain('none'), null)
  })

  it('reads fractions as decimals, and leaves out marks of notes', () => {
    for (const [text, number] of [
      ['2½', 2.5],
      ['2 ½', 2.5],
      ['½', 0.5],
      ['2 1/2', 2.5],
      ['2-1/2 baths', 2.5],
      ['2⅛', 2.125],
      ['12¹', 12],
      ['12②', 12],
      ['CO₂: 95', 95],
      ['4/5', 4],
      ['3 4/5', 3],
      ['50 m²', 50],
      ['50m²', 50],
      ['50㎡', 50],
    ] as const) {
      assert.equal(plain(text), number, text)
      assert.equal(count(text), number, text)
    }
    assert.equal(plain('120m'), 120)
    assert.equal(plain('120 m/s'), 120)
    assert.equal(money('£1.2m/year'), 1_200_000)
    for (const [text, number, ungrouped] of [
      ['1.2 M views', 1_200_000, 1.2],
      ['3.4 M followers', 3_400_000, 3.4],
      ["1,2 M d'abonnés", 1_200_000, 1.2],
      ['3–5 M downloads', 3_000_000, 3],
      ['3 B', 3_000_000_000, 3],
      ['120 M/s', 120, 120],
      ['2026 B & H', 2_026, 2_026],
      ['50 M²', 50, 50],
      ['5 m', 5, 5],
    ] as const) {
      assert.equal(count(text), number, text)
      assert.equal(plain(text), ungrouped, text)
    }
  })

  it('multiplies by words of thousands, lakh and millions, at either end of a range', () => {
    for (const [text, low, high] of [
      ['€60–80k', 60_000, 80_000],
      ['$120-150K per year', 120_000, 150_000],
      ['$120k - $150k/yr', 120_000, 150_000],
      ['50–60 Tsd. €', 50_000, 60_000],
      ['50 Tsd. – 60 Tsd. €', 50_000, 60_000],
      ['1.2–1.5 Mio. €', 1_200_000, 1_500_000],
      ['1,2 Mio. € bis 1,5 Mio. €', 1_200_000, 1_500_000],
      ['£1–2m', 1_000_000, 2_000_000],
      ['$1.234 million to $2 million', 1_234_000, 2_000_000],
      ['₹10–15 Lakh', 1_000_000, 1_500_000],
      ['₹ 1.2 Cr – ₹ 2 Cr', 12_000_000, 20_000_000],
      ['$20/hr – $30/hr', 20, 30],
      ['£40,000 per annum - £50,000 per annum', 40_000, 50_000],
      ['€900 – 1.5k', 900, 1_500],
    ] as const) {
      assert.equal(money(endOfRange(text, 'low')), low, text)
      assert.equal(money(endOfRange(text, 'high')), high, text)
      assert.equal(money(text), low, text)
    }
    assert.equal(plain('2500 to 10,000K'), 2_500)
    assert.equal(money('© 2000 - 2026 B & H'), 2_000)
    assert.equal(money('₹ 85 Lakh'), 8_500_000)
    assert.equal(money('$3 thousand'), 3_000)
    assert.equal(money('€60k/year'), 60_000)
    assert.equal(count('2 millions'), 2_000_000)
    assert.equal(money('50 mil €'), 50_000)
    assert.equal(money('$1.5 mil'), null)
    assert.equal(plain('6 mil'), 6)
    for (const read of [plain, count, money]) assert.equal(read('35mm'), 35)
    assert.equal(money('$5MM'), 5_000_000)
  })

  it('takes the one beside a currency for a price', () => {
    assert.equal(money('3 for $10'), 10)
    assert.equal(money('ab 12 Stück 9,99 EUR'), 9.99)
  })

  it('takes ranges apart', () => {
    assert.equal(money(endOfRange('€65,000 – €80,000 per year', 'low')), 65_000)
    assert.equal(money(endOfRange('€65,000 – €80,000 per year', 'high')), 80_000)
    assert.equal(endOfRange('4 stars', 'high'), '4 stars')
  })

  it('names currencies by code or sign', () => {
    assert.equal(currencyIn('12 €'), 'EUR')
    assert.equal(currencyIn('USD 12'), 'USD')
    assert.equal(currencyIn('12,000円'), 'JPY')
    assert.equal(currencyIn('12 apples'), null)
    for (const [text, code] of [
      ['$12', 'USD'],
      ['US$12', 'USD'],
      ['from $12', 'USD'],
      ['20% off$9', 'USD'],
      ['CA$12', 'CAD'],
      ['A$12', 'AUD'],
      ['R$ 12', 'BRL'],
      ['HK$12', 'HKD'],
      ['S$12', 'SGD'],
      ['NT$12', null],
      ['¥12元', 'CNY'],
      ['1.2 万元', 'CNY'],
      ['3,980円 39ポイント還元', 'JPY'],
      ['3,980円 (39ポイント還元)', 'JPY'],
      ['1,000円 元値2,000円', 'JPY'],
      ['¥500 地元', 'JPY'],
    ] as const)
      assert.equal(currencyIn(text), code, text)
  })

  it('distinguishes prices from sentences about money', () => {
    assert.equal(isPriceLike('£1,450 pcm'), true)
    assert.equal(isPriceLike('The works have cost £14m so far.'), false)
  })

  it('reads long runs of digits and signs in linear time', () => {
    for (const text of ['1.'.repeat(100_000), '1 '.repeat(100_000), '1,1-'.repeat(50_000)])
      money(endOfRange(text, 'low'))
  })
})
