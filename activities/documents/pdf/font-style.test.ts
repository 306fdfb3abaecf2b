import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fontStyleOf } from './reading/font-style.ts'

const look = (name: string): string =>
  Object.entries(fontStyleOf(name))
    .filter(([, holds]) => holds)
    .map(([style]) => style)
    .join(' ')

describe('the look of a font', () => {
  it('follows from its name', () => {
    assert.equal(look('AAAAAA+DejaVuSans-BoldOblique'), 'bold italic')
    assert.equal(look('TimesNewRomanPS-ItalicMT'), 'italic')
    assert.equal(look('CourierNewPSMT'), 'mono')
    assert.equal(look('ABCDEF+CMBX12'), 'bold')
    assert.equal(look('ABCDEF+CMTT10'), 'mono')
    assert.equal(look('ABCDEF+CMTI10'), 'italic')
    assert.equal(look('Helvetica'), '')
    assert.equal(look('MonotypeCorsiva'), '')
  })

  it('is plain for mathematical letters', () => {
    assert.equal(look('ABCDEF+CMMI10'), '')
  })
})
