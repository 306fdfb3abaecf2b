/** Verifies the statements and bills that a build of images has left in a folder. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { billPath } from '../../bill-of-materials/image-bill.ts'
import { filesBeside } from './build-release.ts'
import { readReference } from '../../supply-chain/image-references.ts'
import type { ImageEngine } from './image-engine.ts'
import { sha256Of, type ProvenanceStatement } from './provenance.ts'
import { provenanceProblems } from './verify-provenance.ts'

/** What was found about one image. */
export interface VerifiedRelease {
  /** What does not fit; empty: the image is as its provenance says. */
  problems: string[]
  /** What was not compared. */
  notes: string[]
}

const failed = (problem: string): VerifiedRelease => ({ problems: [problem], notes: [] })

/**
 * Inspects the base of the final image by the digest in a statement, as its tag may mean another image by now.
 * @returns its layers, or why they are not known
 */
async function baseOf(statement: ProvenanceStatement, engine: ImageEngine): Promise<readonly string[] | string> {
  const { externalParameters, resolvedDependencies } = statement.predicate.buildDefinition
  const { RUNTIME: reference = '' } = externalParameters.buildArguments
  const sha256 = resolvedDependencies.find(({ name }) => name === 'RUNTIME')?.digest['sha256']
  const image = `${readReference(reference).name}@sha256:${sha256}`
  return await engine.inspect(image).then(
    ({ layers }) => layers,
    () => `the layers of the base were not compared: ${image} is not in the local storage`,
  )
}

async function verifiedOf(folder: string, target: string, engine: ImageEngine): Promise<VerifiedRelease> {
  const files = filesBeside(target)
  const statement = JSON.parse(readFileSync(join(folder, files.statement), 'utf8')) as ProvenanceStatement
  const subject = statement.subject[0]
  const sha256 = subject?.digest['sha256']
  if (subject?.name === undefined || sha256 === undefined) return failed('it has no subject')
  const image = await engine.obtain(subject.name, `sha256:${sha256}`)
  const bill = await engine.readFile(`${subject.name}@sha256:${sha256}`, `/${billPath}`)
  const isSame = sha256Of(readFileSync(join(folder, files.bill))) === sha256Of(bill)
  const base = await baseOf(statement, engine)
  const isKnown = typeof base !== 'string'
  const problems = provenanceProblems(statement, { image, bill, target, baseLayers: isKnown ? base : null })
  return {
    problems: [...(isSame ? [] : [`${files.bill} is not the bill of materials in the image`]), ...problems],
    notes: isKnown ? [] : [base],
  }
}

/**
 * Verifies every statement in a folder. Nothing of the images is run.
 * @returns what was found about each image; null: there is no statement in the folder
 */
export async function verifyRelease(folder: string, engine: ImageEngine): Promise<Map<string, VerifiedRelease> | null> {
  const suffix = filesBeside('').statement
  const targets = globSync(`*${suffix}`, { cwd: folder }).map((name) => name.slice(0, -suffix.length))
  const found = new Map<string, VerifiedRelease>()
  for (const target of targets.toSorted()) {
    found.set(target, await verifiedOf(folder, target, engine).catch((error: Error) => failed(error.message)))
  }
  return found.size === 0 ? null : found
}
