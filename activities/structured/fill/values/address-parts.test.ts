import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { addressParts } from './address-parts.ts'

const list = (text: string): unknown => {
  const parts = addressParts(text)
  return parts && [parts.street, parts.postalCode, parts.city, parts.region, parts.country]
}

describe('addresses in one text', () => {
  it('takes them apart by their postal code', () => {
    assert.deepEqual(list('12 rue des Lilas\n69003 Lyon\nFrance'), [
      '12 rue des Lilas',
      '69003',
      'Lyon',
      null,
      'France',
    ])
    assert.deepEqual(list('12 rue des Lilas 69003 Lyon'), ['12 rue des Lilas', '69003', 'Lyon', null, null])
    assert.deepEqual(list('Hauptstr. 5, 10115 Berlin, Deutschland'), [
      'Hauptstr. 5',
      '10115',
      'Berlin',
      null,
      'Deutschland',
    ])
    assert.deepEqual(list('400 Main St, Springfield, IL 62701'), ['400 Main St', '62701', 'Springfield', 'IL', null])
    assert.deepEqual(list('5 High Street, Bath, BA1 5AA'), ['5 High Street', 'BA1 5AA', 'Bath', null, null])
    assert.deepEqual(list('Keizersgracht 1, 1015 AA Amsterdam'), [
      'Keizersgracht 1',
      '1015 AA',
      'Amsterdam',
      null,
      null,
    ])
  })

  it('leaves what has no postal code', () => {
    assert.equal(addressParts('Town hall, first floor'), null)
  })
})
