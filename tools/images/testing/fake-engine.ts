/** An engine that builds nothing: it answers as buildah would, and records what it was asked. */
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ImageEngine } from '../release/image-engine.ts'

/** Digest of 64 times one digit. */
export const fakeDigest = (digit: string): string => `sha256:${digit.repeat(64)}`

export interface FakeEngine {
  engine: ImageEngine
  /** Arguments of buildah, call by call. */
  calls: string[][]
}

export interface FakeImage {
  bill?: string
  labels?: Record<string, string>
  layers?: string[]
  /** Output of the question about Debian's archive; an error is thrown. */
  policy?: string | Error
  /** References that are not in the local storage. */
  absent?: RegExp
}

/** @param image what every image contains */
export function fakeEngine(image: FakeImage = {}): FakeEngine {
  const calls: string[][] = []
  const answer = (args: readonly string[]): string => {
    const [command] = args
    if (command === '--version') return 'buildah version 9.9.9 (image-spec 1.1.0)'
    if (command === 'from') return 'container\n'
    if (command === 'images') return '[{"size":"310 MB"}]'
    const folder = /^dir:(.*)$/.exec(args.at(-1) ?? '')?.[1]
    if (command === 'push' && folder !== undefined) {
      writeFileSync(join(folder, 'c'.repeat(64)), '{"container":"random"}')
      writeFileSync(join(folder, 'manifest.json'), JSON.stringify({ config: { digest: fakeDigest('c'), size: 1 } }))
    } else if (command === 'push') writeFileSync(args[1]!.replace('--digestfile=', ''), `${fakeDigest('d')}\n`)
    if (command === 'commit' && folder !== undefined) {
      writeFileSync(join(folder, 'file'), image.bill ?? '{"components":[]}')
      execFileSync('tar', ['-cf', join(folder, 'b'.repeat(64)), '-C', folder, 'file'])
      writeFileSync(join(folder, 'manifest.json'), JSON.stringify({ layers: [{ digest: fakeDigest('b') }] }))
    }
    if (command === 'inspect') {
      if (image.absent?.test(args.at(-1) ?? '')) throw new Error('image not known')
      const config = { rootfs: { diff_ids: image.layers ?? [fakeDigest('1')] }, config: { Labels: image.labels ?? {} } }
      const FromImageDigest = /@(sha256:\w+)$/.exec(args.at(-1) ?? '')?.[1] ?? fakeDigest('a')
      return JSON.stringify({ FromImageID: 'c'.repeat(64), FromImageDigest, OCIv1: config })
    }
    if (command === 'run' && args.at(-2) === '-c') {
      if (image.policy instanceof Error) throw image.policy
      return image.policy ?? ''
    }
    return ''
  }
  const engine = new ImageEngine(async (args) => {
    calls.push([...args])
    return answer(args)
  })
  return { engine, calls }
}
