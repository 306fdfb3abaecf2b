/** Compares a provenance statement with the image that it speaks of. */
import { readReference } from '../../supply-chain/image-references.ts'
import type { StoredImage } from './image-engine.ts'
import {
  buildType,
  byproductNames,
  predicateType,
  sha256Of,
  statementType,
  type ProvenanceStatement,
  type ResourceDescriptor,
} from './provenance.ts'

/** What a statement is compared with. */
export interface VerifiedImage {
  image: StoredImage
  /** Bill of materials in the image. */
  bill: Buffer
  target: string
  /** Layers of the base with the digest that the statement has for RUNTIME; null when they are not known. */
  baseLayers: readonly string[] | null
}

const isHex = (text: unknown, digits: number): boolean =>
  typeof text === 'string' && new RegExp(`^[0-9a-f]{${digits}}$`).test(text)

const named = (resources: readonly ResourceDescriptor[], name: string): ResourceDescriptor | undefined =>
  resources.find((resource) => resource.name === name)

function problemsOfByproducts(byproducts: readonly ResourceDescriptor[], { image, bill }: VerifiedImage): string[] {
  const expected = new Map([
    [byproductNames.config, image.configDigest.replace('sha256:', '')],
    [byproductNames.bill, sha256Of(bill)],
    ...image.layers.map((layer, index): [string, string] => [
      byproductNames.layer(index),
      layer.replace('sha256:', ''),
    ]),
  ])
  const wrong = [...expected].flatMap(([name, sha256]) => {
    const stated = named(byproducts, name)?.digest['sha256']
    return stated === sha256 ? [] : [`${name} has the digest ${sha256}, not ${stated ?? 'stated at all'}`]
  })
  const extra = byproducts.filter(({ name }) => !expected.has(name ?? '')).map(({ name }) => `there is no ${name}`)
  return [...wrong, ...extra]
}

function problemsOfDependencies(statement: ProvenanceStatement, { image, baseLayers }: VerifiedImage): string[] {
  const { externalParameters, resolvedDependencies } = statement.predicate.buildDefinition
  const problems: string[] = []
  const commit = named(resolvedDependencies, 'source')?.digest['gitCommit']
  if (!isHex(commit, 40)) problems.push('no commit is stated')
  const revision = image.labels['org.opencontainers.image.revision']
  if (revision !== commit) problems.push(`the image is labelled with the commit ${revision}, not ${commit}`)
  const { VERSION: version } = externalParameters.buildArguments
  const labelled = image.labels['org.opencontainers.image.version']
  if (labelled !== version) problems.push(`the image is labelled with the version ${labelled}, not ${version}`)
  for (const argument of ['BASE', 'RUNTIME']) {
    const base = named(resolvedDependencies, argument)
    const reference = externalParameters.buildArguments[argument]
    if (!isHex(base?.digest['sha256'], 64)) problems.push(`no digest of ${argument} is stated`)
    if (base?.uri !== `docker://${reference}`) problems.push(`${argument} is ${reference}, not ${base?.uri}`)
    const pinned = readReference(reference ?? '').digest
    if (pinned !== null && pinned !== `sha256:${base?.digest['sha256']}`) {
      problems.push(`${argument} is pinned to ${pinned}, which is not the digest that is stated`)
    }
  }
  const baseName = image.labels['org.opencontainers.image.base.name']
  if (baseName !== externalParameters.buildArguments['RUNTIME']) problems.push(`the image is based on ${baseName}`)
  if (baseLayers !== null && baseLayers.some((layer, index) => image.layers[index] !== layer)) {
    problems.push('the lowest layers of the image are not those of its base')
  }
  return problems
}

/** Returns what a statement says wrongly or not at all; nothing when it is that of the image. */
export function provenanceProblems(statement: ProvenanceStatement, verified: VerifiedImage): string[] {
  if (statement._type !== statementType || statement.predicateType !== predicateType) {
    return ['it is no SLSA provenance (v1) in an in-toto statement (v1)']
  }
  const { buildDefinition, runDetails } = statement.predicate
  const { target } = buildDefinition.externalParameters
  const digest = statement.subject[0]?.digest['sha256']
  return [
    ...(buildDefinition.buildType === buildType ? [] : [`its kind of build is ${buildDefinition.buildType}`]),
    ...(statement.subject.length === 1 ? [] : [`it has ${statement.subject.length} subjects`]),
    ...(`sha256:${digest}` === verified.image.digest
      ? []
      : [`the image has the digest ${verified.image.digest}, not sha256:${digest}`]),
    ...(target === verified.target ? [] : [`its target is ${target}, not ${verified.target}`]),
    ...problemsOfDependencies(statement, verified),
    ...problemsOfByproducts(runDetails.byproducts, verified),
  ]
}
