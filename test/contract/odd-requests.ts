/** Generators of valid, nearly valid and invalid requests. */
import { Buffer } from 'node:buffer'
import type { Route } from '@seine/shared/api/routes/route.ts'
import { routes, type RouteName } from '@seine/shared/api/routes/routes.ts'
import * as fc from 'fast-check'
import type { Arbitrary } from 'fast-check'
import { jsonText, Members, RawText, sizeOf, treeOf, withNode, type Tree } from './json-tree.ts'
import type { RawRequest } from './raw-client.ts'
import { secretMark, validBodies, type BodyRoute } from './request-bodies.ts'

const oddTexts = [
  '',
  ' ',
  '\u0000',
  '\r\nX-Injected: 1',
  '🦊\u202e',
  '\ud800',
  'Ä'.repeat(300),
  'a'.repeat(9_000),
  '__proto__',
  'constructor',
  'toString',
  '../../etc/passwd',
  'null',
  '${7*7}',
  '<script>',
  'http://127.0.0.1/',
  'http://[::ffff:10.0.0.1]/',
  'http://localhost:1/',
  'file:///etc/passwd',
  'https://user:password@example.com/',
  'https://example.com:99999/',
  'https://xn--/',
  'https://exa mple.com/',
  '//example.com',
  '(a+)+$',
  '(?=x)',
  '[',
]

const rawTexts = ['1e400', '-0', '1E-400', '123456789012345678901234567890', '"\\ud800"', '"\\u0000"', '[]', '{}']

const nested = (depth: number, open: string, close: string): RawText =>
  new RawText(`${open.repeat(depth)}0${close.repeat(depth)}`)

/** Values that fields do not expect. */
export const oddValue: Arbitrary<Tree> = fc.oneof(
  fc.constantFrom<Tree>(...oddTexts),
  fc.constantFrom<Tree>(...rawTexts.map((text) => new RawText(text))),
  fc.constantFrom<Tree>(null, true, false, 0, -1, 0.5, 1e308, 2 ** 53, 4_294_967_296),
  fc.constantFrom<Tree>(nested(70, '[', ']'), nested(3_000, '[', ']'), nested(90, '{"a":', '}')),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.jsonValue({ maxDepth: 3 }).map((value) => treeOf(value)),
)

/** Names that no endpoint has, or that every JavaScript object has. */
export const oddName: Arbitrary<string> = fc.oneof(
  fc.constantFrom('__proto__', 'constructor', 'prototype', 'hasOwnProperty', 'toString', '', ' ', 'a/b', 'a~b', '0'),
  fc.constantFrom('Url', 'URLS', 'js-render', 'jsrender', 'waitms', 'Wait_Ms', 'scrapeoptions', 'TIMEOUT', 'Output'),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 20 }),
)

type Change = (node: Tree) => Tree

const withMember =
  (name: string, value: Tree): Change =>
  (node) =>
    node instanceof Members ? new Members([...node.entries, [name, value]]) : node

/** One change to one node of a body. */
const change: Arbitrary<Change> = fc.oneof(
  {
    weight: 4,
    arbitrary: oddValue.map(
      (value): Change =>
        () =>
          value,
    ),
  },
  { weight: 3, arbitrary: fc.tuple(oddName, oddValue).map(([name, value]) => withMember(name, value)) },
  {
    weight: 2,
    arbitrary: fc.tuple(fc.nat(30), fc.boolean()).map(([at, keep]): Change => {
      return (node) => {
        if (!(node instanceof Members) || node.entries.length === 0) return [node]
        const chosen = node.entries[at % node.entries.length]
        // A member twice, or removed.
        return new Members(
          keep && chosen !== undefined
            ? [...node.entries, chosen]
            : node.entries.toSpliced(at % node.entries.length, 1),
        )
      }
    }),
  },
  {
    weight: 1,
    arbitrary: fc.nat(30).map((at): Change => {
      const other = (name: string): string =>
        name.includes('_')
          ? name.replaceAll(/_(\w)/g, (_found, letter: string) => letter.toUpperCase())
          : name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
      return (node) =>
        node instanceof Members
          ? new Members(
              node.entries.map(([name, member], index) => [index === at ? other(name) : name, member] as const),
            )
          : node
    }),
  },
  { weight: 1, arbitrary: fc.constant<Change>((node) => [node, node]) },
)

const changed = (valid: Arbitrary<Tree>): Arbitrary<Tree> =>
  fc
    .tuple(valid, fc.array(fc.tuple(fc.nat(200), change), { maxLength: 3 }))
    .map(([tree, changes]) => changes.reduce<Tree>((body, [at, each]) => withNode(body, at % sizeOf(body), each), tree))

/** Bodies of a route: valid ones with up to three changes. */
export const nearlyValid = (route: BodyRoute): Arbitrary<Tree> =>
  changed(fc.constantFrom(...validBodies[route].map((body) => treeOf(body))))

/** Bytes that are not a valid body. */
const brokenBody: Arbitrary<Buffer> = fc.oneof(
  fc
    .constantFrom('', '{', '{"url":', 'null', '[]', '"text"', '{"url":"x"}}', "{'url':1}", '\ufeff{}', 'NaN')
    .map((text) => Buffer.from(text)),
  fc.uint8Array({ maxLength: 50 }).map((bytes) => Buffer.from(bytes)),
  { weight: 1, arbitrary: fc.constant(Buffer.from(`{"url":"${'x'.repeat(300_000)}"}`)) },
)

const mediaType = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom('application/json', 'application/json; charset=utf-8') },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '',
      'text/plain',
      'application/xml',
      'application/json; charset=utf-16',
      ';',
      'application/x-www-form-urlencoded',
    ),
  },
)

/** Text allowed in headers: no control characters. */
const headerText = fc.oneof(
  fc.constantFrom('', 'a', '*/*', 'text/html;q=0', 'x'.repeat(2_000), '¡ÿ', ',,,', '"', '0', '-1'),
  fc.string({ unit: 'grapheme-ascii', maxLength: 30 }),
)

const headerNames = [
  'Accept',
  'X-Request-Id',
  'Idempotency-Key',
  'X-Idempotency-Key',
  'Last-Event-ID',
  'Content-Encoding',
  'If-None-Match',
  'Origin',
  'Forwarded',
  'X-Forwarded-For',
  'Range',
  'Cookie',
]

const oddHeaders: Arbitrary<Record<string, string>> = fc
  .array(fc.tuple(fc.constantFrom(...headerNames), headerText), { maxLength: 2 })
  .map((headers) => Object.fromEntries(headers))

const keys: Arbitrary<Record<string, string>> = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom({ Authorization: 'Bearer acme-key' }, { 'X-API-Key': 'acme-key' }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Record<string, string>>(
      {},
      { Authorization: `Bearer ${secretMark}` },
      { Authorization: 'Basic YTpi' },
      { 'X-API-Key': secretMark },
      { Authorization: 'Bearer acme-key', 'X-API-Key': secretMark },
      { Authorization: 'Bearer ' },
    ),
  },
)

/** @param known ids of existing jobs. */
function ids(known: readonly string[]): Arbitrary<string> {
  const uuid = '0192f0c1-2222-4abc-8def-0123456789ab'
  return fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...known) },
    fc.constantFrom(`crawl-${uuid}`, `batch-${uuid}`, `CRAWL-${uuid}`, `crawl-${uuid.toUpperCase()}`, uuid, 'active'),
    fc.constantFrom(
      '%2e%2e',
      '%00',
      '%zz',
      '%',
      '%C3%28',
      '..%2f..%2f',
      'a'.repeat(3_000),
      '*',
      '%20',
      "'",
      '__proto__',
    ),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 20 }).map((text) => encodeURIComponent(text.toWellFormed())),
  )
}

const queryNames = [
  'state',
  'cursor',
  'limit',
  'resource_type',
  'url_pattern',
  'host',
  'q',
  'query',
  'page',
  'language',
  'country',
  'x',
  '__proto__',
  'limit[]',
  '',
]

const queryValues = fc.oneof(
  fc.constantFrom(
    '1',
    '0',
    '-1',
    '1001',
    '1e3',
    '',
    'null',
    'failed',
    'delivered',
    'FAILED',
    'xhr,fetch',
    'e30',
    '%00',
    '%zz',
    '%ff',
    '(?=x)',
    '1%20OR%201=1',
    'x'.repeat(1_100),
  ),
  fc.string({ unit: 'binary', maxLength: 20 }).map((text) => encodeURIComponent(text.toWellFormed())),
  fc.base64String({ maxLength: 60 }).map((text) => encodeURIComponent(text)),
)

const query: Arbitrary<string> = fc
  .array(fc.tuple(fc.constantFrom(...queryNames), queryValues), { maxLength: 3 })
  .map((pairs) => (pairs.length === 0 ? '' : `?${pairs.map(([name, value]) => `${name}=${value}`).join('&')}`))

const routeNames = Object.keys(routes) as RouteName[]
const isBodyRoute = (name: RouteName): name is BodyRoute => name in validBodies

const methods = fc.oneof(
  { weight: 20, arbitrary: fc.constant(null) },
  fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD'),
)

function bodyOf(name: RouteName): Arbitrary<Buffer | null> {
  if (!isBodyRoute(name)) return fc.oneof({ weight: 8, arbitrary: fc.constant(null) }, brokenBody)
  return fc.oneof(
    { weight: 12, arbitrary: nearlyValid(name).map((tree) => Buffer.from(jsonText(tree))) },
    { weight: 1, arbitrary: brokenBody },
  )
}

function requestOf(name: RouteName, known: readonly string[]): Arbitrary<RawRequest> {
  const route: Route = routes[name]
  const parts = [
    methods,
    ids(known),
    query,
    fc.constantFrom('', '', '/v1'),
    bodyOf(name),
    mediaType,
    oddHeaders,
    keys,
  ] as const
  return fc.tuple(...parts).map(([method, id, search, prefix, body, type, headers, key]) => {
    const path = route.path.replaceAll(/\{\w+\}/g, () => id)
    return {
      method: method ?? route.method.toUpperCase(),
      path: `${prefix}${path}${search}`,
      headers: { ...(body === null ? {} : { 'Content-Type': type }), ...headers, ...key },
      body,
    }
  })
}

/**
 * Any request, for all routes and methods.
 * @param known ids of existing jobs.
 */
export const oddRequest = (known: readonly string[]): Arbitrary<RawRequest> =>
  fc.oneof(...routeNames.map((name) => ({ weight: isBodyRoute(name) ? 6 : 1, arbitrary: requestOf(name, known) })))
