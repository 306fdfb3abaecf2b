/** `./dev images`: builds, verifies and scans the container images of the current commit. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { UsageError } from '../services/cli/command/usage-error.ts'
import type { ImagesRequest } from './images-arguments.ts'
import { currentCommit } from './images/release/committed-files.ts'
import { buildRelease } from './images/release/build-release.ts'
import { ImageEngine, type RunBuildah } from './images/release/image-engine.ts'
import { signImage } from './images/release/sign-image.ts'
import { verifyRelease } from './images/release/verify-release.ts'
import { judgeIssues } from './images/scan/judge-issues.ts'
import { scanImage } from './images/scan/scan-image.ts'
import { findOnPath } from './setup/find-tool.ts'
import { acceptedPath, readAccepted } from './supply-chain/accepted-advisories.ts'
import { askRegistry } from './supply-chain/ask-registry.ts'
import { findingLines } from './supply-chain/finding.ts'

/** What the command works with. */
export interface ImagesContext {
  root: string
  environment: Record<string, string | undefined>
  print: (text: string) => void
  /** Commands on images. @default buildah on PATH */
  engine?: ImageEngine
}

type Request<Action> = Extract<ImagesRequest, { action: Action }>

/** Runs a program with its messages on standard error. @returns its standard output, unless that is progress too */
async function run(file: string, args: readonly string[], showsProgress: boolean): Promise<string> {
  const child = spawn(file, args, { stdio: ['ignore', showsProgress ? 2 : 'pipe', 'inherit'] })
  let output = ''
  child.stdout?.setEncoding('utf8').on('data', (part: string) => (output += part))
  const [code] = (await once(child, 'close')) as [number | null]
  if (code !== 0) throw new Error(`${file} ${args[0] ?? ''} has failed with exit code ${code}`)
  return output
}

function defaultEngine(environment: ImagesContext['environment']): ImageEngine {
  const buildah = findOnPath('buildah', environment['PATH'])
  if (buildah === null) throw new UsageError('./dev images needs buildah on PATH: docs/containers.md shows other ways')
  const runBuildah: RunBuildah = async (args) => await run(buildah, args, args[0] === 'bud')
  return new ImageEngine(runBuildah)
}

/** Reads SOURCE_DATE_EPOCH; null when it is not set. */
function epochOf(environment: ImagesContext['environment']): number | null {
  const text = environment['SOURCE_DATE_EPOCH'] ?? ''
  if (text !== '' && !/^\d{1,11}$/.test(text)) throw new UsageError('SOURCE_DATE_EPOCH takes seconds since 1970')
  return text === '' ? null : Number(text)
}

async function build(request: Request<'build'>, context: ImagesContext, engine: ImageEngine): Promise<number> {
  const { root, environment, print } = context
  const cosign = request.key === '' ? null : findOnPath('cosign', environment['PATH'])
  if (request.key !== '' && cosign === null) throw new UsageError('--key needs cosign on PATH')
  const { id, hasChanges } = await currentCommit(root)
  print(`Commit ${id}${hasChanges ? '; changes that are not committed are not in the images' : ''}\n`)
  const flags = request.secrets.map((secret) => `--secret=${secret}`)
  const released = await buildRelease(root, engine, { ...request, epochSecs: epochOf(environment) }, flags)
  for (const { name, size, statement, pushed } of released) {
    print(`${name}  ${size}  sha256:${statement.subject[0]?.digest['sha256']}\n`)
    if (pushed === null) continue
    print(`  pushed as ${pushed.reference}\n`)
    if (cosign !== null) {
      await signImage(cosign, pushed, request.key, async (file, args) => void (await run(file, args, true)))
      print('  signed, with provenance and bill of materials\n')
    }
  }
  print(`Bills of materials and provenance: ${request.out}\n`)
  return 0
}

async function verify({ folder }: Request<'verify'>, { print }: ImagesContext, engine: ImageEngine): Promise<number> {
  const found = await verifyRelease(folder, engine)
  if (found === null) throw new UsageError(`${folder} has no provenance: ./dev images build writes it`)
  for (const [target, { problems, notes }] of found) {
    print(problems.length === 0 ? `${target}: the image is as its provenance says\n` : '')
    for (const problem of problems) print(`${target}: ${problem}\n`)
    for (const note of notes) print(`${target}: note: ${note}\n`)
  }
  return [...found.values()].every(({ problems }) => problems.length === 0) ? 0 : 1
}

async function scan(request: Request<'scan'>, context: ImagesContext, engine: ImageEngine): Promise<number> {
  const { root, environment, print } = context
  const today = new Date().toISOString().slice(0, 10)
  const { accepted, findings: wrong } = readAccepted(readFileSync(join(root, acceptedPath), 'utf8'), today)
  for (const line of findingLines(wrong)) print(`${line}\n`)
  let isClean = wrong.length === 0
  for (const image of request.images) {
    const { issues, compared, gaps } = await scanImage(image, engine, async (folder) =>
      askRegistry(folder, environment),
    )
    const { findings, notes } = judgeIssues(issues, accepted, request.failFrom)
    print(`${image}: ${compared.npm} npm packages, ${compared.debian} Debian packages; ${findings.length} findings\n`)
    for (const gap of gaps) print(`  not complete: ${gap}\n`)
    for (const line of findingLines(findings)) print(`  FAIL ${line}\n`)
    for (const note of notes) print(`  note ${note}\n`)
    // What could not be compared is not known to be without findings.
    isClean &&= findings.length === 0 && gaps.length === 0
  }
  return isClean ? 0 : 1
}

/** Carries out the command. @returns exit code */
export async function imagesCommand(request: ImagesRequest, context: ImagesContext): Promise<number> {
  const engine = context.engine ?? defaultEngine(context.environment)
  if (request.action === 'build') return await build(request, context, engine)
  return request.action === 'verify' ? await verify(request, context, engine) : await scan(request, context, engine)
}
