/** The arguments of `./dev sbom`. This module is loaded before set-up, so it must not import a package. */
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { imageTargets, type ImageTarget } from './images/image-targets.ts'
import { UsageError } from '../services/cli/command/usage-error.ts'

/** The bills of materials to write. */
export interface SbomRequest {
  targets: ImageTarget[]
  /** Output folder, absolute. */
  out: string
}

function valuesOf(args: readonly string[]) {
  try {
    const options = { out: { type: 'string', default: 'seine-sbom' } } as const
    return parseArgs({ args: [...args], options, allowPositionals: true })
  } catch (error) {
    throw new UsageError(`./dev sbom takes names of images and --out FOLDER: ${(error as Error).message}`)
  }
}

const isTarget = (word: string): word is ImageTarget => (imageTargets as readonly string[]).includes(word)

/** Reads the arguments after `./dev sbom`. @throws UsageError */
export function parseSbomArguments(args: readonly string[]): SbomRequest {
  const { values, positionals } = valuesOf(args)
  const wrong = positionals.find((word) => !isTarget(word))
  if (wrong !== undefined) {
    throw new UsageError(`./dev sbom takes ${imageTargets.join(', ')}, got ${JSON.stringify(wrong)}`)
  }
  if (values.out === '') throw new UsageError('--out takes a folder')
  const targets = imageTargets.filter((target) => positionals.length === 0 || positionals.includes(target))
  return { targets, out: resolve(values.out) }
}
