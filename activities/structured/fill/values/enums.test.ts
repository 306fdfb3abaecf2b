import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { rawOf } from './bag.ts'
import { enumValue } from './enums.ts'
import { truthOf } from './truth.ts'
import { wantedOf } from './wanted.ts'

const stock = ['InStock', 'OutOfStock']
const memberOf = (text: string, members: readonly unknown[] = stock, name = 'availability'): unknown =>
  enumValue(members, rawOf(text, 'label'), wantedOf(name, { enum: members }))
const isInStock = (text: string): unknown => truthOf(rawOf(text, 'json-ld'), wantedOf('in_stock', { type: 'boolean' }))

describe('members of an enum', () => {
  it('are out of stock in any spelling', () => {
    const texts = [
      'Out of stock', 'OutOfStock', 'out_of_stock', 'outofstock', 'https://schema.org/OutOfStock', 'schema.org/SoldOut',
      'Unavailable', 'Currently unavailable', 'Not in stock', 'Not currently in stock', 'No longer available', 'Sold out',
      'Discontinued', 'Ausverkauft', 'Nicht lieferbar', 'Nicht verfügbar', 'Derzeit nicht auf Lager', 'Nicht mehr lieferbar',
      'Rupture de stock', 'Épuisé', 'Non disponible', 'Agotado', 'No disponible', 'Esaurito', '在庫なし', '在庫なしです',
    ] // prettier-ignore
    for (const text of texts) {
      assert.equal(memberOf(text), 'OutOfStock', text)
      assert.equal(memberOf(text, ['in_stock', 'out_of_stock']), 'out_of_stock', text)
      assert.equal(memberOf(text, ['available', 'sold out']), 'sold out', text)
      assert.equal(isInStock(text), false, text)
    }
  })

  it('are in stock only when nothing denies it or puts it off', () => {
    const texts = [
      'In stock', 'InStock', 'https://schema.org/InStock', 'Available', 'Auf Lager', 'Sofort lieferbar', 'En stock', '在庫あり',
      'In stock (12)', 'Only 3 left in stock', 'In stock, non-refundable',
    ] // prettier-ignore
    for (const text of texts) assert.equal(memberOf(text), 'InStock', text)
    for (const text of [
      'In stock: expected in May',
      'In stock (none left)',
      'In stock, but not for sale',
      'Available soon',
    ])
      assert.equal(memberOf(text), undefined, text)
    assert.equal(memberOf('Keine Versandkosten, lieferbar'), undefined)
    assert.equal(memberOf('In stock online, sold out in store'), 'OutOfStock')
  })

  it('match whole words, or the beginning of a compound', () => {
    const condition = ['new', 'used', 'refurbished']
    assert.equal(memberOf('Unused, in original box', condition, 'condition'), undefined)
    assert.equal(memberOf('Never used', condition, 'condition'), undefined)
    assert.equal(memberOf('Used - good', condition, 'condition'), 'used')
    assert.equal(memberOf('Unbefristet', ['contract', 'temporary'], 'employment_type'), undefined)
    assert.equal(memberOf('International team', ['internship', 'full-time'], 'employment_type'), undefined)
    assert.equal(memberOf('Temps plein', ['temporary', 'permanent'], 'employment_type'), undefined)
    assert.equal(memberOf('Temps plein', ['full_time', 'temporary'], 'employment_type'), 'full_time')
    assert.equal(memberOf('Vollzeitstelle', ['full_time', 'part_time'], 'employment_type'), 'full_time')
    assert.equal(memberOf('Fulltime position', ['FULL_TIME', 'PART_TIME'], 'employment_type'), 'FULL_TIME')
    assert.equal(memberOf('Automatikgetriebe', ['manual', 'automatic'], 'transmission'), 'automatic')
    assert.equal(memberOf('Genre: Jazz', ['Rock', 'Jazz'], 'genre'), 'Jazz')
  })
})
