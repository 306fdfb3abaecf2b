/**
 * Schemas within the size limit of a request that are as expensive as possible to compile or to check a value against.
 */
import type { Schema } from '../output-schema/output-shape.ts'

const times = <T>(count: number, make: (at: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at))

/** Returns an object with the properties `p0`, `p1` and so on. */
export const propertiesOf = <T>(count: number, make: (at: number) => T): Record<string, T> =>
  Object.fromEntries(times(count, (at) => [`p${at}`, make(at)]))

const nested = (levels: number, end: Schema, around: (inner: Schema, level: number) => Schema): Schema =>
  times(levels, (level) => level).reduce(around, end)

const letters = Array.from('abcdefghij')
/** Returns one of the 1,024 spellings of a name in a reference. */
const spelling = (at: number): string =>
  letters.map((letter, bit) => ((at >> bit) & 1 ? `%${letter.codePointAt(0)!.toString(16)}` : letter)).join('')

const object = { type: 'object', properties: {} }

/** Schemas that must be refused. */
export const refusedSchemas: Readonly<Record<string, Schema>> = {
  'unevaluatedProperties around 1,900 branches with true in them': {
    ...object,
    allOf: times(1_900, (at) => ({ properties: { [`p${at}`]: true } })),
    unevaluatedProperties: false,
  },
  'unevaluatedProperties around 260 schemas': {
    ...object,
    anyOf: times(130, (at) => ({ properties: { [`p${at}`]: true } })),
    unevaluatedProperties: false,
  },
  'unevaluatedItems behind references': {
    $defs: { list: { anyOf: times(260, () => ({ prefixItems: [true] })) } },
    allOf: [{ $ref: '#/$defs/list' }],
    unevaluatedItems: false,
  },
  'unevaluatedProperties at 30 levels': nested(30, { properties: { a: true } }, (inner) => ({
    allOf: [inner],
    unevaluatedProperties: { type: 'string' },
  })),
  'branches that are true': { anyOf: times(10_000, () => true) },
  'branches that are false': { oneOf: times(9_000, () => false) },
  'properties that are true': { type: 'object', properties: propertiesOf(5_000, () => true) },
  'a schema at each level that is referred to': {
    ...nested(28, { anyOf: times(900, () => ({ type: 'string' })) }, (inner) => ({ properties: { a: inner } })),
    allOf: times(28, (at) => ({ $ref: `#${'/properties/a'.repeat(at + 1)}` })),
  },
  'many schemas below a long name': {
    type: 'object',
    properties: { ['x'.repeat(40_000)]: { properties: propertiesOf(900, () => ({ type: 'string' })) } },
  },
  'a property that asks for 6,000 names': { ...object, dependentRequired: { a: times(6_000, (at) => `q${at}`) } },
  'a property that asks for 6,000 names, as of old': { ...object, dependencies: { a: times(6_000, (at) => `q${at}`) } },
  '1,900 patterns': { allOf: times(1_900, (at) => ({ pattern: `a${at}` })) },
  '1,900 patterns of names': {
    ...object,
    patternProperties: Object.fromEntries(times(1_900, (at) => [`a${at}`, false])),
  },
  'one pattern with a million steps': { type: 'string', pattern: '(?:[a-f]{900}){100}' },
  'a list of 9,000 types': { type: times(9_000, () => 'null') },
  'references that come back': {
    $defs: propertiesOf(60, (at) => ({ anyOf: times(20, (step) => ({ $ref: `#/$defs/p${(at + step) % 60}` })) })),
    $ref: '#/$defs/p0',
  },
}

/** Large schemas that must be accepted. */
export const dearSchemas: Readonly<Record<string, Schema>> = {
  '1,900 properties': { type: 'object', properties: propertiesOf(1_900, () => ({ type: 'string' })) },
  'a reference in 900 spellings': {
    $defs: { abcdefghij: { allOf: times(900, () => ({ type: 'string' })) } },
    anyOf: times(900, (at) => ({ $ref: `#/$defs/${spelling(at)}` })),
  },
  '1,990 branches of which one may hold': { oneOf: times(1_990, () => ({ type: 'string' })) },
  '490 patterns': { allOf: times(490, (at) => ({ pattern: `(?i)[a-z]${at}` })) },
  'unevaluatedProperties at 15 levels': nested(15, { properties: propertiesOf(200, () => true) }, (inner) => ({
    allOf: [inner],
    unevaluatedProperties: { type: 'string' },
  })),
  'conditions in conditions': nested(30, { type: 'string' }, (inner) => ({
    if: inner,
    else: { anyOf: times(50, () => ({ type: 'string' })) },
  })),
  '90 properties that ask for 100 names': {
    ...object,
    dependentRequired: propertiesOf(90, () => times(100, (at) => `q${at}`)),
  },
  'definitions that fan out 28 times': {
    $defs: propertiesOf(28, (at) =>
      at === 27 ? { required: ['none'] } : { anyOf: times(2, () => ({ $ref: `#/$defs/p${at + 1}` })) },
    ),
    $ref: '#/$defs/p0',
  },
}

const list = (items: Schema | boolean): Schema => ({ type: 'array', items })

/** Schemas that must be accepted, each with a value that is expensive to check against it. */
export const dearChecks: Readonly<Record<string, [schema: Schema, value: unknown]>> = {
  'items that must differ, 20,000 objects': [
    { type: 'array', uniqueItems: true },
    times(20_000, (at) => ({ a: 'same', b: at })),
  ],
  'items that must differ, a thousand times': [
    { type: 'array', allOf: times(1_000, () => ({ uniqueItems: true })) },
    times(1_000, (at) => ({ a: 'x'.repeat(100), b: at })),
  ],
  'no names allowed, 900 times': [
    { type: 'object', allOf: times(900, () => ({ additionalProperties: false })) },
    propertiesOf(500, () => 1),
  ],
  'no names allowed at all': [
    { type: 'object', allOf: times(900, () => ({ propertyNames: false })) },
    propertiesOf(500, () => 1),
  ],
  'no items allowed, 900 times': [
    { type: 'array', allOf: times(900, () => ({ items: false })) },
    times(1_000, () => 1),
  ],
  'items among which none is': [
    { type: 'array', allOf: times(900, () => ({ contains: false })) },
    times(1_000, () => 1),
  ],
  'branches that are false, for each item': [list({ anyOf: times(1_000, () => false) }), times(1_000, () => 1)],
  'lengths of a long text': [{ type: 'string', allOf: times(1_900, () => ({ minLength: 1 })) }, 'x'.repeat(100_000)],
  'a dear pattern': [{ type: 'string', pattern: 'a[ab]{880}[c-f]' }, 'ab'.repeat(50_000)],
  'a dear pattern of names': [
    { type: 'object', properties: {}, patternProperties: { 'a[ab]{880}[c-f]': true } },
    Object.fromEntries(times(100, (at) => ['ab'.repeat(1_000) + String(at), 1])),
  ],
  'the format url': [list({ type: 'string', format: 'url' }), times(1_000, () => `http://${':@'.repeat(1_000)}`)],
  'members that are nearly the value': [
    list({ enum: times(190, (at) => ({ a: [1, 2, 3, 4, 5, 6, 7, 8, 9, at] })) }),
    times(2_000, () => ({ a: [1, 2, 3, 4, 5, 6, 7, 8, 9, 'x'] })),
  ],
  'names that others ask for': [
    list({ ...object, dependentRequired: { a: times(100, (at) => 'q'.repeat(100) + String(at)) } }),
    times(5_000, () => ({ a: 1 })),
  ],
  'a recursion through a deep value': [
    { $defs: { n: { allOf: times(50, () => ({ items: { $ref: '#/$defs/n' } })) } }, $ref: '#/$defs/n' },
    times(20, () => 0).reduce<unknown>((inner) => [inner], 'end'),
  ],
  'texts that break every rule': [
    list({ allOf: times(490, () => ({ type: 'number', minLength: 3, pattern: 'b' })) }),
    times(1_000, () => 'a'),
  ],
}
