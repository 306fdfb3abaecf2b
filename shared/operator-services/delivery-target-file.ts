/** The file of delivery targets of a process: reloaded when it changes, as the file of API keys is. */
import { readChanged } from '../lifecycle/changed-file.ts'
import { gatewayLimits } from '../config/limits.ts'
import type { Logger } from '../observability/logger.ts'
import { errorMessage } from '../values/error-message.ts'
import { DeliveryTargetsError, mayUse, readDeliveryTargets, type DeliveryTarget } from './delivery-targets.ts'

/** What a process asks about targets. */
export interface DeliveryTargets {
  /** Returns the targets that a tenant may use, in the order of the file. */
  of(tenant: string): Promise<readonly DeliveryTarget[]>
}

/** Returns targets whose file is opened on first use, and again on the next use when opening fails. */
export function targetsOnDemand(open: () => Promise<DeliveryTargets>): DeliveryTargets {
  let opened: Promise<DeliveryTargets> | null = null
  return {
    async of(tenant) {
      opened ??= open()
      const targets = await opened.catch((error: unknown) => {
        opened = null
        throw error
      })
      return await targets.of(tenant)
    },
  }
}

export class DeliveryTargetFile implements DeliveryTargets {
  readonly #path: string
  readonly #logger: Pick<Logger, 'info' | 'error'>
  #mark = ''
  #targets: readonly DeliveryTarget[] = []
  #checkedAtMs = Number.NEGATIVE_INFINITY
  /** The current problem with the file, as logged; empty if none exists. */
  #problem = ''

  private constructor(path: string, logger: Pick<Logger, 'info' | 'error'>) {
    this.#path = path
    this.#logger = logger
  }

  /**
   * Opens the file.
   * @param path empty: no file and no targets.
   * @throws DeliveryTargetsError when it cannot be read or is invalid.
   */
  static async open(path: string, logger: Pick<Logger, 'info' | 'error'>): Promise<DeliveryTargetFile> {
    const file = new DeliveryTargetFile(path, logger)
    try {
      await file.#reload()
    } catch (error) {
      if (error instanceof DeliveryTargetsError) throw error
      throw new DeliveryTargetsError(`the file of delivery targets ${path} cannot be read`, { cause: error })
    }
    return file
  }

  /**
   * Returns the targets of a tenant. The file is checked at most once a second. While it is invalid or missing, what
   * was read last stays valid, and the problem is logged once.
   */
  async of(tenant: string): Promise<readonly DeliveryTarget[]> {
    if (this.#path !== '' && performance.now() - this.#checkedAtMs >= gatewayLimits.apiKeysRecheckMs) {
      try {
        await this.#reload()
        this.#problem = ''
      } catch (error) {
        const problem = errorMessage(error)
        if (problem !== this.#problem) {
          this.#logger.error({ err: error }, 'delivery targets not reloaded; those read earlier stay valid')
        }
        this.#problem = problem
      }
    }
    return this.#targets.filter((target) => mayUse(tenant, target))
  }

  async #reload(): Promise<void> {
    this.#checkedAtMs = performance.now()
    if (this.#path === '') return
    const change = await readChanged(this.#path, this.#mark)
    if (change === null) return
    this.#targets = readDeliveryTargets(change.text)
    this.#mark = change.mark
    this.#logger.info({ targets: this.#targets.length }, 'delivery targets read')
  }
}
