/**
 * Installs Chromium with the system's packages, where that is possible. A machine without it does
 * everything else: whatever goes wrong here is said and is not fatal.
 */
import { chromiumEngines, findEngine, type ChromiumEngine } from './chromium-engines.ts'
import type { ChromiumPaths } from './chromium-paths.ts'
import { installPackages, type PackageContext } from './system-packages.ts'
import { systemId } from './system-release.ts'

export interface ChromiumContext extends PackageContext {
  /** `ID` of os-release(5). @default that of this system */
  system?: string
}

/** What to do by hand. */
export const chromiumAdvice = `install ${chromiumEngines.map((engine) => engine.debianPackage).join(' and ')}, or name an executable in ${chromiumEngines.map((engine) => engine.variable).join(' or ')}`

interface Search {
  paths: ChromiumPaths
  missing: ChromiumEngine[]
  /** Somebody has named an engine: that is the one to use. */
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
 * Why this system's packages have no Chromium that can be used, or null.
 * Ubuntu's package installs a snap, which runs neither in containers nor for a service.
 */
export function chromiumPackageProblem({ system = systemId() }: Pick<ChromiumContext, 'system'>): string | null {
  return system === 'ubuntu' ? 'Ubuntu has Chromium only as a snap' : null
}

/**
 * Paths of Chromium's engines; what is missing is installed first where that is possible. Set-ups
 * that run at once install it once.
 * @throws SetUpError when a variable names something that cannot be run.
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
    const why = problem ?? 'the packages do not bring it'
    progress.note(
      `  ! Chromium is not here (${why}), so pages that need a browser are not available: ${chromiumAdvice}`,
    )
  }
  return now
}
