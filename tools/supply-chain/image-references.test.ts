import assert from 'node:assert/strict'
import { test } from 'node:test'
import { repositoryRoot } from '../checkout/locations.ts'
import { findingLines } from './finding.ts'
import {
  allReferences,
  readReference,
  readUnpinned,
  referenceFindings,
  referencesIn,
  taggedName,
  withDigests,
} from './image-references.ts'

const digest = `sha256:${'a'.repeat(64)}`
const other = `sha256:${'b'.repeat(64)}`
const file = 'docker-compose.yml'
const reference = (text: string) => ({ file, ...readReference(text) })
const problems = (texts: readonly string[], unpinned: { image: string; reason: string }[] = []) =>
  findingLines(referenceFindings(texts.map(reference), unpinned))

test('a reference is split into name, tag and digest, with the port of a registry left in the name', () => {
  assert.deepEqual(readReference(`host:5000/a/b:1.2@${digest}`), { name: 'host:5000/a/b', tag: '1.2', digest })
  assert.deepEqual(readReference('host:5000/a'), { name: 'host:5000/a', tag: '', digest: null })
})

test('references are found in YAML and in the bases of a Dockerfile; own images and templates are not', () => {
  const yaml = `a:\n  image: x:1\nb:\n  - image: "y:2@${digest}"\nc:\n  image: seine/cli\nd:\n  image: {{ z }}\n`
  assert.deepEqual(
    referencesIn(file, yaml).map(({ name, tag }) => `${name}:${tag}`),
    ['x:1', 'y:2'],
  )
  const dockerfile = 'ARG BASE=node:24\nARG VERSION=1\nFROM ${BASE} AS base\nFROM base\nFROM scratch\n'
  assert.deepEqual(referencesIn('Dockerfile', dockerfile), [
    { file: 'Dockerfile', name: 'node', tag: '24', digest: null },
  ])
})

test('references are found in every way in which YAML can write them', () => {
  const lines = [
    'image: a:1 # why',
    'b: { image: b:1 }',
    'c: {"image": "c:1", restart: always}',
    '- - image: &anchor d:1',
    "  'image': !!str e:1\t# why",
    'aliased: { image: *anchor }',
    '# image: old:1',
    'f: 1 # once { image: old:2 }',
    'image: ${REGISTRY}/x:1',
    'image: x/{{ name }}',
    'base-image: x:1',
  ]
  assert.deepEqual(referencesIn('k8s/a.yaml', lines.join('\n')).map(taggedName), ['a:1', 'b:1', 'c:1', 'd:1', 'e:1'])
})

test('references are found in every instruction of a Dockerfile that takes an image', () => {
  const text = `# syntax=docker/dockerfile:1
ARG OTHER=x:1 MINE="a:1"
# FROM old:1
from --platform=$BUILDPLATFORM $MINE as first
FROM b:1 AS Second
COPY --chmod=0755 --from=c:1 /c /
COPY \\
  --from=second /b /
COPY --from=0 /a /
ADD --from=$OTHER /a /
RUN --mount=type=bind,from=first,target=/a --mount=from=d:1,target=/d \\
    --mount=type=cache,target=/x program --from=no
FROM second
`
  const found = ['docker/dockerfile:1', 'a:1', 'b:1', 'c:1', 'd:1']
  assert.deepEqual(referencesIn('Dockerfile', text).map(taggedName), found)
  const pinned = withDigests('Dockerfile', text, new Map(found.map((image) => [image, digest])))
  assert.equal(pinned.replaceAll(`@${digest}`, ''), text)
  assert.deepEqual(
    referencesIn('Dockerfile', pinned).map((each) => each.digest),
    found.map(() => digest),
  )
})

test('every reference of this repository has a digest or a recorded reason, and no reason is left over', () => {
  const references = allReferences(repositoryRoot)
  assert.ok(references.length > 10)
  assert.deepEqual(findingLines(referenceFindings(references, readUnpinned(repositoryRoot))), [])
})

test('a reference without a digest, without a tag, or with half a digest is refused', () => {
  assert.deepEqual(problems([`a:1@${digest}`]), [])
  assert.match(problems(['a:1'])[0] ?? '', /^docker-compose\.yml, a:1: is pinned to no digest, and no reason/)
  assert.match(problems(['a'])[0] ?? '', /has no tag/)
  assert.match(problems(['a:1@sha256:abc'])[0] ?? '', /is no digest/)
})

test('a recorded reason allows a reference without a digest, must say something, and must be needed', () => {
  assert.deepEqual(problems(['a:1'], [{ image: 'a:1', reason: 'moves' }]), [])
  assert.match(problems(['a:1'], [{ image: 'a:1', reason: ' ' }])[0] ?? '', /has no reason/)
  assert.match(problems([`a:1@${digest}`], [{ image: 'a:1', reason: 'moves' }])[0] ?? '', /remove the entry/)
  assert.match(
    problems(
      ['a:1'],
      [
        { image: 'a:1', reason: 'moves' },
        { image: 'b:1', reason: 'gone' },
      ],
    )[0] ?? '',
    /b:1/,
  )
})

test('files must agree about the digest of a tag', () => {
  assert.match(problems([`a:1@${digest}`, `a:1@${other}`])[0] ?? '', /^a:1: has different digests/)
  const unpinned = [{ image: 'a:1', reason: 'moves' }]
  assert.match(problems([`a:1@${digest}`, 'a:1'], unpinned)[0] ?? '', /^a:1: has different digests: sha256:a+, none/)
})

test('digests are written beside their tags and replace older ones; nothing else changes', () => {
  const text = `  image: x:1 \n  image: 'x:1@${other}' # x:1\n  # image: x:1 is old\n  image: y:1\n`
  const digests = new Map([
    ['x:1', digest],
    ['node:24', digest],
  ])
  assert.equal(
    withDigests(file, text, digests),
    `  image: x:1@${digest} \n  image: 'x:1@${digest}' # x:1\n  # image: x:1 is old\n  image: y:1\n`,
  )
  assert.equal(
    withDigests('Dockerfile', 'ARG BASE=node:24\nFROM ${BASE}\n', digests),
    `ARG BASE=node:24@${digest}\nFROM \${BASE}\n`,
  )
})
