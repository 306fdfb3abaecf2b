import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fakeDigest } from '../testing/fake-engine.ts'
import { provenanceOf, type FinishedBuild, type ProvenanceStatement } from './provenance.ts'
import { provenanceProblems, type VerifiedImage } from './verify-provenance.ts'

const commit = '0123456789abcdef0123456789abcdef01234567'
const image = {
  digest: fakeDigest('a'),
  configDigest: fakeDigest('c'),
  layers: [fakeDigest('1'), fakeDigest('2')],
  labels: {
    'org.opencontainers.image.revision': commit,
    'org.opencontainers.image.base.name': 'debian:12',
    'org.opencontainers.image.version': '1.2.3',
  },
}
const bill = Buffer.from('{}')
const build: FinishedBuild = {
  name: 'seine/cli',
  image,
  bill,
  parameters: {
    target: 'cli',
    buildArguments: { BASE: 'node:24', RUNTIME: 'debian:12', VERSION: '1.2.3', REVISION: commit },
  },
  epochSecs: 1_700_000_000,
  engine: 'buildah 1.28.2',
  builder: 'urn:test',
  commit,
  repository: 'https://git.example.com/seine.git',
  bases: [
    { argument: 'BASE', reference: 'node:24', digest: fakeDigest('e') },
    { argument: 'RUNTIME', reference: 'debian:12', digest: fakeDigest('f') },
  ],
  startedMs: 1_700_000_000_000,
  finishedMs: 1_700_000_060_000,
}
const verified: VerifiedImage = { image, bill, target: 'cli', baseLayers: [fakeDigest('1')] }
const statement = (): ProvenanceStatement => structuredClone(provenanceOf(build))

test('a statement names the image, the commit, the arguments, the bases and what came with the image', () => {
  const { subject, predicateType, predicate } = statement()
  assert.deepEqual(subject, [{ name: 'seine/cli', digest: { sha256: 'a'.repeat(64) } }])
  assert.equal(predicateType, 'https://slsa.dev/provenance/v1')
  assert.deepEqual(predicate.buildDefinition.externalParameters, build.parameters)
  assert.deepEqual(predicate.buildDefinition.resolvedDependencies, [
    { name: 'source', uri: `git+https://git.example.com/seine.git@${commit}`, digest: { gitCommit: commit } },
    { name: 'BASE', uri: 'docker://node:24', digest: { sha256: 'e'.repeat(64) } },
    { name: 'RUNTIME', uri: 'docker://debian:12', digest: { sha256: 'f'.repeat(64) } },
  ])
  assert.equal(predicate.runDetails.metadata.finishedOn, '2023-11-14T22:14:20.000Z')
  assert.deepEqual(
    predicate.runDetails.byproducts.map(({ name }) => name),
    ['config', 'layer/0', 'layer/1', 'sbom.cdx.json'],
  )
  assert.deepEqual(provenanceProblems(statement(), verified), [])
})

test('every part of a statement that does not fit the image is named', () => {
  const changes: [change: (changed: ProvenanceStatement) => void, problem: RegExp][] = [
    [(changed) => (changed.predicateType = 'https://slsa.dev/provenance/v0.2'), /no SLSA provenance/],
    [(changed) => (changed.subject[0]!.digest = { sha256: '0'.repeat(64) }), /the image has the digest sha256:a+, not/],
    [(changed) => changed.subject.push(changed.subject[0]!), /2 subjects/],
    [(changed) => (changed.predicate.buildDefinition.buildType = 'urn:x'), /kind of build is urn:x/],
    [(changed) => (changed.predicate.buildDefinition.externalParameters.target = 'gateway'), /its target is gateway/],
    [
      (changed) => (changed.predicate.buildDefinition.resolvedDependencies[0]!.digest['gitCommit'] = 'f'.repeat(40)),
      /labelled with the commit 0123456789/,
    ],
    [
      (changed) => (changed.predicate.buildDefinition.externalParameters.buildArguments['VERSION'] = '1.2.4'),
      /labelled with the version 1\.2\.3, not 1\.2\.4/,
    ],
    [(changed) => changed.predicate.buildDefinition.resolvedDependencies.splice(2), /no digest of RUNTIME is stated/],
    [
      (changed) => {
        const { buildDefinition } = changed.predicate
        buildDefinition.externalParameters.buildArguments['BASE'] = `node:24@${fakeDigest('9')}`
        buildDefinition.resolvedDependencies[1]!.uri = `docker://node:24@${fakeDigest('9')}`
      },
      /BASE is pinned to sha256:9+, which is not/,
    ],
    [
      (changed) => (changed.predicate.buildDefinition.externalParameters.buildArguments['RUNTIME'] = 'alpine'),
      /RUNTIME is alpine, not docker:\/\/debian:12/,
    ],
    [(changed) => changed.predicate.runDetails.byproducts.pop(), /sbom\.cdx\.json has the digest/],
    [(changed) => (changed.predicate.runDetails.byproducts[1]!.digest = {}), /layer\/0 has the digest/],
    [(changed) => changed.predicate.runDetails.byproducts.push({ name: 'layer/7', digest: {} }), /no layer\/7/],
  ]
  for (const [change, problem] of changes) {
    const changed = statement()
    change(changed)
    assert.match(provenanceProblems(changed, verified).join('\n'), problem)
  }
})

test('an image that is not built on the base it names is found by its layers', () => {
  const problems = provenanceProblems(statement(), { ...verified, baseLayers: [fakeDigest('8')] })
  assert.deepEqual(problems, ['the lowest layers of the image are not those of its base'])
})
