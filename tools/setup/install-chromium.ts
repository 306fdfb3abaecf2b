/**
 * Installs Chromium from the system's packages where possible. Without it everything else works: failures here are
 * reported and not fatal.
 */
import { chromiumEngines, findEngine, type ChromiumEngine } from './chromium-engines.ts'
import type { ChromiumPaths } from './chromium-paths.ts'
import { installPackages, type PackageContext } from './system-packages.ts'
import { systemId } from './system-release.ts'

export interface ChromiumContext extends PackageContext {
  /** `ID` of os-release(5). @default that of this system */
  system?: string
}

/** Instructions for a manual installation. */
export const chromiumAdvice = `install ${chromiumEngines.map((engine) => engine.debianPackage).join(' and ')}, or name an executable in ${chromiumEngines.map((engine) => engine.variable).join(' or ')}`

interface Search {
  paths: ChromiumPaths
  missing: ChromiumEngine[]
  /** True when the user has named an engine, which is then the one to use. */
  decided: boolean
}

function search(environment: ChromiumContext['environment']): Search {
  const paths: ChromiumPaths = { shell: null, chrome: null }
  const missing: ChromiumEngine[] = []
  let decided = false
  for (const engine of chromiumEngines) {
    const found = findEngine(engine, environment)
    paths[engine.key] = found?.path ?? null
    if (found === null) missing.push(engine)
    decided ||= found?.source === 'variable'
  }
  return { paths, missing, decided }
}

/**
 * Returns why this system's packages have no usable Chromium; null when they do. Ubuntu's package installs a snap,
 * which runs neither in containers nor for a service.
 */
export function chromiumPackageProblem({ system = systemId() }: Pick<ChromiumContext, 'system'>): string | null {
  return system === 'ubuntu' ? 'Ubuntu has Chromium only as a snap' : null
}

/**
 * Returns the paths of Chromium's engines, installing missing ones first where possible. Concurrent set-ups install
 * Chromium once.
 * @throws SetUpError when a variable names a file that cannot be run.
 */
export async function obtainChromium(context: ChromiumContext): Promise<ChromiumPaths> {
  const { environment, progress } = context
  const { paths, missing, decided } = search(environment)
  if (missing.length === 0 || decided) return paths
  const isThere = (): boolean => search(environment).missing.length === 0
  const packages = missing.map((engine) => engine.debianPackage)
  const problem =
    chromiumPackageProblem(context) ??
    (await installPackages({ key: 'chromium', title: 'Chromium', packages, isThere }, context))
  const now = search(environment).paths
  if (now.shell === null && now.chrome === null) {
    const why = problem ?? 'the packages do not contain it'
    progress.note(
      `  ! Chromium is not installed (${why}), so pages that need a browser are not available: ${chromiumAdvice}`,
    )
  }
  return now
}
