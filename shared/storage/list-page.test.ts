import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readListPage } from './list-page.ts'
import { StoreUnavailableError } from './object-store.ts'
import { servedStore } from './testing/served-store.ts'

const answer = (inside: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>test</Name><Prefix>a/</Prefix>${inside}</ListBucketResult>`

const contents = (key: string, size = '5'): string =>
  `<Contents><Key>${key}</Key><LastModified>2026-11-28T15:00:00.000Z</LastModified><ETag>&quot;e&quot;</ETag><Size>${size}</Size><Owner><ID>i</ID><DisplayName>Key</DisplayName></Owner><StorageClass>STANDARD</StorageClass></Contents>`

const end = '<IsTruncated>false</IsTruncated>'

test('keys, sizes, times and folders are read, in any order of elements', () => {
  const lastModifiedMs = Date.parse('2026-11-28T15:00:00.000Z')
  const page = answer(
    `<CommonPrefixes><Prefix>a/b/</Prefix></CommonPrefixes>${contents('a/1')}<KeyCount>4</KeyCount>${contents('a/x&amp;&lt;&#x9;&#252;&quot;', '0')}<CommonPrefixes>\n <Prefix>a/c&apos;/</Prefix>\n</CommonPrefixes>${end}`,
  )
  assert.deepEqual(readListPage(page), {
    objects: [
      { key: 'a/1', bytes: 5, lastModifiedMs },
      { key: 'a/x&<\t\u00fc"', bytes: 0, lastModifiedMs },
    ],
    folders: ['a/b/', "a/c'/"],
    nextToken: null,
  })
  assert.deepEqual(readListPage(answer(end)), { objects: [], folders: [], nextToken: null })
  const more = answer(
    `${contents('a/1')}<IsTruncated>true</IsTruncated><NextContinuationToken>t&amp;1=</NextContinuationToken>`,
  )
  assert.equal(readListPage(more)?.nextToken, 't&1=')
})

test('an answer that does not say all of this plainly is left to the SDK', () => {
  const unclear = [
    '',
    '<Error><Code>SlowDown</Code></Error>',
    answer(contents('a/1')),
    answer(`${contents('a/1')}<IsTruncated>true</IsTruncated>`),
    answer(`${contents('a/1')}<KeyCount>2</KeyCount>${end}`),
    answer(`${contents('a%2F1')}<EncodingType>url</EncodingType>${end}`),
    answer(`${contents('a/1')}<EncodingType/>${end}`),
    answer(`${contents('a/1')}<s3:EncodingType>url</s3:EncodingType>${end}`),
    answer(contents('a/1').replace('<Contents>', '<Contents xmlns="x">') + end),
    answer(contents('a/1').replaceAll('Contents>', 'x:Contents>') + end),
    answer(`<Contents/>${end}`),
    answer(
      `<Contents /><IsTruncated>true</IsTruncated><NextContinuationToken>t</NextContinuationToken>${contents('a/1')}`,
    ),
    answer(`<CommonPrefixes xmlns="x"><Prefix>a/b/</Prefix></CommonPrefixes>${end}`),
    answer(`<x:CommonPrefixes><Prefix>a/b/</Prefix></x:CommonPrefixes>${end}`),
    answer(`<CommonPrefixes/>${end}`),
    answer(`${contents('<![CDATA[a/1]]>')}${end}`),
    answer(`${contents('a/&unknown;')}${end}`),
    answer(`${contents('a/&#x110000;')}${end}`),
    answer(`${contents('a/1', 'many')}${end}`),
    answer(`<Contents><Key>a/1</Key>${end}`),
    answer(`<CommonPrefixes></CommonPrefixes>${end}`),
    answer(`${contents('a/1')}${end}`).slice(0, -20),
    answer(end).replaceAll('ListBucketResult', 's3:ListBucketResult'),
  ]
  for (const xml of unclear) assert.equal(readListPage(xml), null, xml)
})

test('a listing costs one request for each part, and an unclear answer one more by the SDK', async (t) => {
  const requests: { query: URLSearchParams; bySdk: boolean }[] = []
  let isUnclear = false
  const store = await servedStore(t, (request, response) => {
    const query = new URL(request.url!, 'http://store').searchParams
    const bySdk = /aws-sdk-js/.test(request.headers['user-agent'] ?? '')
    requests.push({ query, bySdk })
    const token = query.get('continuation-token')
    const part =
      token === null
        ? `${contents('a/1')}<IsTruncated>true</IsTruncated><NextContinuationToken>t</NextContinuationToken>`
        : `${contents('a/2')}${end}`
    response.end(answer(isUnclear && !bySdk ? `<!-- -->${part}` : part))
  })
  assert.deepEqual(await store.list('a/'), ['a/1', 'a/2'])
  assert.deepEqual(
    requests.map(({ query, bySdk }) => [query.get('prefix'), query.get('continuation-token'), bySdk]),
    [
      ['a/', null, false],
      ['a/', 't', false],
    ],
  )
  isUnclear = true
  requests.length = 0
  assert.deepEqual(await store.list('a/', { after: 'a/0', max: 1 }), ['a/1'])
  const [direct, again] = requests
  assert.deepEqual([requests.length, direct?.bySdk, again?.bySdk], [2, false, true])
  assert.equal(direct?.query.toString(), again?.query.toString())
})

test('a store that refuses to list is unavailable', async (t) => {
  const store = await servedStore(t, (_request, response) => {
    response.statusCode = 403
    response.end('<Error><Code>AccessDenied</Code></Error>')
  })
  await assert.rejects(store.list('a/'), StoreUnavailableError)
})
