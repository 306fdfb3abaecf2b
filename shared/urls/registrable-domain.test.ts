import assert from 'node:assert/strict'
import { test } from 'node:test'
import { registrableDomain, registrableLabel } from './registrable-domain.ts'

test('customers of a hosting service are different sites', () => {
  assert.equal(registrableDomain('https://shop.acme.github.io/a'), 'acme.github.io')
  assert.equal(registrableLabel('https://shop.acme.github.io/a'), 'acme')
  assert.equal(registrableDomain('www.example.co.uk'), 'example.co.uk')
  assert.equal(registrableLabel('www.example.co.uk'), 'example')
})

test('addresses, public suffixes and bare names have no registrable domain', () => {
  for (const place of ['192.0.2.1', 'http://[2001:db8::1]/', 'github.io', 'co.uk', 'localhost']) {
    assert.equal(registrableDomain(place), null, place)
    assert.equal(registrableLabel(place) ?? '', '', place)
  }
})
