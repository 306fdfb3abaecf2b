import assert from 'node:assert/strict'
import { test } from 'node:test'
import { clamp } from './clamp.ts'
import { commaList } from './comma-list.ts'
import { errorMessage } from './error-message.ts'
import { isoOfMs } from './iso-time.ts'
import { fieldsOf } from './json-fields.ts'
import { jsonOrNull } from './json-or-null.ts'
import { nameOfSegment, pointerSegment } from './json-pointer.ts'
import { percentDecoded } from './percent-decoded.ts'

test('plain values', () => {
  assert.deepEqual([clamp(-1, 0, 5), clamp(3, 0, 5), clamp(9, 0, 5)], [0, 3, 5])
  assert.deepEqual(commaList(' a, b,,c , '), ['a', 'b', 'c'])
  assert.deepEqual(commaList(''), [])
  assert.deepEqual([errorMessage(new Error('no')), errorMessage('text'), errorMessage(null)], ['no', 'text', 'null'])
  assert.equal(isoOfMs(0), '1970-01-01T00:00:00.000Z')
  assert.deepEqual([jsonOrNull('{"a":1}'), jsonOrNull('{')], [{ a: 1 }, null])
  assert.deepEqual([fieldsOf({ a: 1 }), fieldsOf([1]), fieldsOf(null)], [{ a: 1 }, {}, {}])
  assert.deepEqual([pointerSegment('a/b~1'), nameOfSegment('a~1b~01')], ['a~1b~01', 'a/b~1'])
  assert.deepEqual([percentDecoded('a%20b'), percentDecoded('100%'), percentDecoded('plain')], ['a b', '100%', 'plain'])
})
