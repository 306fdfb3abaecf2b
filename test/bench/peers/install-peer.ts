/** Installs a peer into the per-user cache, once. */
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { waitForLock } from '@seine/cli/process/lock.ts'
import { runLogged } from '@seine/tools/checkout/run-logged.ts'
import type { Progress } from '@seine/tools/checkout/progress.ts'
import type { PeerRecipe } from './peer-recipe.ts'

export interface InstallPlace {
  cache: string
  progress: Progress
  signal?: AbortSignal
}

/** A peer that cannot be measured on this machine; the message says why. */
export class PeerUnavailableError extends Error {
  override readonly name = 'PeerUnavailableError'
}

async function runSteps(recipe: PeerRecipe, directory: string, place: InstallPlace): Promise<void> {
  for (const [at, { file, args }] of recipe.steps(directory).entries()) {
    const logFile = join(place.cache, 'logs', `bench-${recipe.name}-${at + 1}.log`)
    const command = { file, args, environment: process.env, cwd: directory, logFile }
    const failure = await runLogged(place.signal === undefined ? command : { ...command, signal: place.signal })
    if (failure === null) continue
    const how = failure === 'not found' ? `there is no ${file}` : `${file}: ${failure}, see ${logFile}`
    throw new PeerUnavailableError(`${recipe.title} ${recipe.version} could not be installed: ${how}`)
  }
}

/**
 * Returns the directory of an installed peer. Concurrent calls install it once.
 * @throws PeerUnavailableError when it cannot be installed.
 */
export async function installPeer(recipe: PeerRecipe, place: InstallPlace): Promise<string> {
  const directory = join(place.cache, 'bench', `${recipe.name}-${recipe.version}`)
  // Written last: a directory without it is left from an interrupted installation.
  const complete = join(directory, '.complete')
  if (existsSync(complete)) return directory
  mkdirSync(join(place.cache, 'locks'), { recursive: true })
  const lock = await waitForLock(join(place.cache, 'locks', `bench-${recipe.name}.lock`))
  try {
    if (existsSync(complete)) return directory
    rmSync(directory, { recursive: true, force: true })
    mkdirSync(directory, { recursive: true })
    const step = place.progress.begin(`${recipe.title} ${recipe.version}`, `installing, about ${recipe.about} once`)
    try {
      await runSteps(recipe, directory, place)
    } catch (error) {
      step.fail()
      throw error
    }
    writeFileSync(complete, '')
    step.done()
    return directory
  } finally {
    lock.release()
  }
}
