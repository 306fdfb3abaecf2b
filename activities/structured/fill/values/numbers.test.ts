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
