import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { addressParts, streetIn } from './address-parts.ts'

const list = (text: string): (string | null)[] | null => {
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

  it('knows codes of Canada, names of states, and cities behind a street without a comma', () => {
    const [street, code] = ['1055 West Georgia Street', 'V6E 3P3']
    for (const text of [`${street}, Vancouver, BC ${code}`, `${street}\nVancouver BC ${code}`])
      assert.deepEqual(list(text), [street, code, 'Vancouver', 'BC', null])
    assert.deepEqual(list(`${street}, Vancouver ${code}, Canada`)?.slice(1, 2), [code])
    for (const comma of [',', ''])
      assert.deepEqual(list(`1234 Main Street${comma} Springfield, Illinois 62701`), [
        '1234 Main Street',
        '62701',
        'Springfield',
        'Illinois',
        null,
      ])
    assert.deepEqual(list('315 Odyssey Drive | Suite D Webster TX. 77598'), [
      '315 Odyssey Drive, Suite D',
      '77598',
      'Webster',
      'TX',
      null,
    ])
    assert.deepEqual(list('5641 Burke Centre Parkway, Suite 208 Burke, VA 22015'), [
      '5641 Burke Centre Parkway, Suite 208',
      '22015',
      'Burke',
      'VA',
      null,
    ])
    assert.deepEqual(list('Hauptstr. 5, DE 10115 Berlin'), ['Hauptstr. 5', '10115', 'Berlin', null, null])
    assert.deepEqual(list('1 Ferry Way, Wilmington, DE 19801'), ['1 Ferry Way', '19801', 'Wilmington', 'DE', null])
    assert.deepEqual(list('Treppendorf 1, D-96138 Burgebrach'), ['Treppendorf 1', '96138', 'Burgebrach', null, null])
    assert.deepEqual(list('Marktgasse 3, 9000 St. Gallen'), ['Marktgasse 3', '9000', 'St. Gallen', null, null])
  })

  it('takes only the names of countries behind a city, and no contacts', () => {
    assert.deepEqual(list('Hauptstr. 5\n10115 Berlin Telefon: 030 1234567'), [
      'Hauptstr. 5',
      '10115',
      'Berlin',
      null,
      null,
    ])
    assert.equal(list('Hauptstr. 5, 10115 Berlin, Impressum')?.[4], null)
    assert.equal(list('Hauptstr. 5, 10115 Berlin, Floor 5')?.[4], null)
    for (const country of [
      'Tschechien',
      'Czech Republic',
      'Česká republika',
      'Slovensko',
      'Magyarország',
      'România',
      'Hrvatska',
      'Ελλάδα',
      'Україна',
      'Great Britain',
      'Scotland',
      'Hong Kong',
    ])
      assert.deepEqual(list(`Dlouhá 5, 110 00 Praha, ${country}`), ['Dlouhá 5', '110 00', 'Praha', null, country])
    for (const other of ['European Union', 'EU', 'ZZ', 'Berlin'])
      assert.equal(list(`Dlouhá 5, 110 00 Praha, ${other}`)?.[4], null, other)
  })

  it('takes no country for the city of a British postal code', () => {
    for (const country of ['England', 'Great Britain', 'United Kingdom', 'Jersey'])
      for (const text of [`5 High Street, Bath, BA1 5AA, ${country}`, `5 High Street\nBath\nBA1 5AA\n${country}.`])
        assert.deepEqual(list(text), ['5 High Street', 'BA1 5AA', 'Bath', null, country], text)
    assert.equal(list('400 Main St, Springfield, IL 62701, United States of America')?.[4], 'United States of America')
    assert.equal(list('7 Avenue Princesse, 98000 Monaco')?.[2], 'Monaco')
  })

  it('has a street with its unit, also without a postal code', () => {
    for (const [text, street] of [
      ['1600 Amphitheatre Parkway, Mountain View, CA', '1600 Amphitheatre Parkway'],
      ['21 E. 6th Street, Unit 417', '21 E. 6th Street, Unit 417'],
      ['21 E. 6th Street, Unit 417, Tempe', '21 E. 6th Street, Unit 417'],
      ['18625 S 187th Pl Suite B104 Queen Creek, AZ 85142', '18625 S 187th Pl Suite B104'],
      ['Hauptstr. 5, 10115 Berlin', 'Hauptstr. 5'],
      ['Town hall, first floor', null],
    ] as const)
      assert.equal(streetIn(text), street, text)
  })

  it('leaves what has no postal code', () => {
    for (const text of [
      'Town hall, first floor',
      'Annual Report 2025 Survey',
      'walker79052 Posted',
      'Call 541.342.8686 Email us',
      '1600 Amphitheatre Parkway, Mountain View, CA',
      '1055 West Georgia Street, Vancouver',
      'Example Ltd\n1055 West Georgia Street\nVancouver',
      'Example Ltd\n1055 Georgia, Vancouver',
      '1200 Rue Sherbrooke Ouest, Montréal',
      '1234 Main St Springfield',
    ])
      assert.equal(addressParts(text), null, text)
  })
})
