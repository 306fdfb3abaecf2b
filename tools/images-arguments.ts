/** The arguments of `./dev images`. They are read before set-up, so this module must not import a package. */
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { UsageError } from '../services/cli/command/usage-error.ts'
import { imageTargets, type ImageTarget } from './images/image-targets.ts'
import { severities, type Severity } from './images/scan/severities.ts'

export type ImagesRequest =
  | {
      action: 'build'
      targets: ImageTarget[]
      /** Folder for bills and statements, absolute. */
      out: string
      /** Empty: the version. */
      tag: string
      /** Registry and path in front of the names; empty: nothing is pushed. */
      push: string
      /** Private key of cosign; empty: nothing is signed. */
      key: string
      /** URI of who builds, for the provenance. */
      builder: string
      buildArguments: Record<string, string>
      /** Secrets of the build, as buildah takes them: `id=npmrc,src=…`. */
      secrets: string[]
    }
  | {
      action: 'verify'
      /** Folder with the statements, absolute. */
      folder: string
    }
  | {
      action: 'scan'
      /** References of images in the local storage. */
      images: string[]
      /** Lowest severity that fails. */
      failFrom: Severity
    }

const defaultFolder = 'seine-images'

const options = {
  out: { type: 'string', default: defaultFolder },
  tag: { type: 'string', default: '' },
  push: { type: 'string', default: '' },
  key: { type: 'string', default: '' },
  builder: { type: 'string', default: 'urn:seine:dev-images' },
  'build-arg': { type: 'string', multiple: true, default: [] as string[] },
  secret: { type: 'string', multiple: true, default: [] as string[] },
  fail: { type: 'string', default: 'high' },
} as const

/** The flags that each action takes. */
const flagsOf = {
  build: ['out', 'tag', 'push', 'key', 'builder', 'build-arg', 'secret'],
  verify: [],
  scan: ['fail'],
} as const

type Action = keyof typeof flagsOf

function parsed(action: Action, args: readonly string[]) {
  const flags = Object.fromEntries(
    Object.entries(options).filter(([name]) => (flagsOf[action] as readonly string[]).includes(name)),
  )
  try {
    const { positionals } = parseArgs({ args: [...args], options: flags, allowPositionals: true })
    return { values: parseArgs({ args: [...args], options, allowPositionals: true }).values, positionals }
  } catch (error) {
    throw new UsageError(`./dev images ${action}: ${(error as Error).message}`)
  }
}

function targetsOf(action: Action, words: readonly string[]): ImageTarget[] {
  const wrong = words.find((word) => !(imageTargets as readonly string[]).includes(word))
  if (wrong !== undefined) {
    throw new UsageError(`./dev images ${action} takes ${imageTargets.join(', ')}, got ${JSON.stringify(wrong)}`)
  }
  return imageTargets.filter((target) => words.length === 0 || words.includes(target))
}

function buildArgumentOf(text: string): [string, string] {
  const [, name, value] = /^([A-Z][A-Z0-9_]*)=(.*)$/s.exec(text) ?? []
  if (name === undefined || value === undefined) throw new UsageError(`--build-arg takes NAME=VALUE, got ${text}`)
  if (name === 'REVISION') throw new UsageError('REVISION is the commit that is built; it cannot be given')
  if (name === 'SOURCE_DATE_EPOCH') throw new UsageError('SOURCE_DATE_EPOCH is taken from the environment')
  return [name, value]
}

/** Reads the arguments after `./dev images`. @throws UsageError */
export function parseImagesArguments(args: readonly string[]): ImagesRequest {
  const [action = '', ...rest] = args
  if (action !== 'build' && action !== 'verify' && action !== 'scan') {
    throw new UsageError(`./dev images takes build, verify or scan, got ${JSON.stringify(action)}`)
  }
  const { values, positionals } = parsed(action, rest)
  if (action === 'verify') {
    if (positionals.length > 1) throw new UsageError('./dev images verify takes one folder')
    return { action, folder: resolve(positionals[0] ?? defaultFolder) }
  }
  if (action === 'scan') {
    const failFrom = severities.find((severity) => severity === values.fail)
    if (failFrom === undefined) throw new UsageError(`--fail takes ${severities.join(', ')}, got ${values.fail}`)
    if (positionals.length === 0) throw new UsageError('./dev images scan takes images, such as seine/gateway:0.1.0')
    return { action, images: positionals, failFrom }
  }
  if (values.key !== '' && values.push === '') throw new UsageError('--key signs pushed images: add --push REGISTRY')
  if (values.out === '') throw new UsageError('--out takes a folder')
  return {
    action,
    targets: targetsOf(action, positionals),
    out: resolve(values.out),
    tag: values.tag,
    push: values.push.replace(/\/$/, ''),
    key: values.key,
    builder: values.builder,
    buildArguments: Object.fromEntries(values['build-arg'].map(buildArgumentOf)),
    secrets: values.secret,
  }
}
