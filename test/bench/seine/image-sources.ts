/** Services under measurement load their sources as in images: without types, and without a cache of compiled code. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { PartCommand } from '@seine/tools/stack/part.ts'

const loader = fileURLToPath(import.meta.resolve('@seine/shared/lifecycle/plain-sources.js'))

/**
 * Returns the command of a service as it runs in an image. The cache of compiled code, with which `./dev` starts
 * services faster, keeps 25 MB in the memory of a scrape worker for good.
 * @param cache folder of installed tools, where sources without types are kept.
 */
export function asInImages({ args, environment, ...own }: PartCommand, cache: string): PartCommand {
  const folder = join(cache, 'plain-sources')
  mkdirSync(folder, { recursive: true })
  const { NODE_COMPILE_CACHE: _compiled, ...others } = environment
  return {
    ...own,
    args: [`--import=${loader}`, ...args],
    environment: { ...others, SEINE_DEV_PLAIN_SOURCES: folder },
  }
}
