/** Verifies the statements and bills that a build of images has left in a folder. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { billPath } from '../../bill-of-materials/image-bill.ts'
import { filesBeside } from './build-release.ts'
import type { ImageEngine } from './image-engine.ts'
import { sha256Of, type ProvenanceStatement } from './provenance.ts'
import { provenanceProblems } from './verify-provenance.ts'

/** Layers of the image that a build argument names; null when it is not in the local storage. */
const layersOf = async (engine: ImageEngine, reference: string): Promise<readonly string[] | null> =>
  await engine.inspect(reference).then(
    ({ layers }) => layers,
    () => null,
  )

async function problemsOf(folder: string, target: string, engine: ImageEngine): Promise<string[]> {
  const files = filesBeside(target)
  const statement = JSON.parse(readFileSync(join(folder, files.statement), 'utf8')) as ProvenanceStatement
  const subject = statement.subject[0]
  const sha256 = subject?.digest['sha256']
  if (subject?.name === undefined || sha256 === undefined) return ['it has no subject']
  const image = await engine.obtain(subject.name, `sha256:${sha256}`)
  const bill = Buffer.from(await engine.run(`${subject.name}@sha256:${sha256}`, 'cat', `/${billPath}`))
  const isSame = sha256Of(readFileSync(join(folder, files.bill))) === sha256Of(bill)
  const { RUNTIME: runtime = '' } = statement.predicate.buildDefinition.externalParameters.buildArguments
  return [
    ...(isSame ? [] : [`${files.bill} is not the bill of materials in the image`]),
    ...provenanceProblems(statement, { image, bill, target, baseLayers: await layersOf(engine, runtime) }),
  ]
}

/**
 * Verifies every statement in a folder.
 * @returns the problems of each image; null: there is no statement in the folder
 */
export async function verifyRelease(folder: string, engine: ImageEngine): Promise<Map<string, string[]> | null> {
  const suffix = filesBeside('').statement
  const targets = globSync(`*${suffix}`, { cwd: folder }).map((name) => name.slice(0, -suffix.length))
  const found = new Map<string, string[]>()
  for (const target of targets.toSorted()) {
    const problems = await problemsOf(folder, target, engine).catch((error: Error) => [error.message])
    found.set(target, problems)
  }
  return found.size === 0 ? null : found
}
