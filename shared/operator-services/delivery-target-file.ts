/** The file of delivery targets of a process: reloaded when it changes, as the file of API keys is. */
import { gatewayLimits } from '../config/limits.ts'
import { WatchedFiles } from '../lifecycle/watched-files.ts'
import type { Logger } from '../observability/logger.ts'
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
  readonly #files: WatchedFiles<readonly DeliveryTarget[], readonly DeliveryTarget[]>

  private constructor(files: WatchedFiles<readonly DeliveryTarget[], readonly DeliveryTarget[]>) {
    this.#files = files
  }

  /**
   * Opens the file.
   * @param path empty: no file and no targets.
   * @throws DeliveryTargetsError when it cannot be read or is invalid.
   */
  static async open(path: string, logger: Pick<Logger, 'info' | 'error'>): Promise<DeliveryTargetFile> {
    try {
      const files = await WatchedFiles.open<readonly DeliveryTarget[], readonly DeliveryTarget[]>({
        paths: path === '' ? [] : [path],
        recheckMs: gatewayLimits.apiKeysRecheckMs,
        parse: readDeliveryTargets,
        join: (lists) => lists.flat(),
        onRead: (targets) => logger.info({ targets: targets.length }, 'delivery targets read'),
        onProblem: (error) =>
          logger.error({ err: error }, 'delivery targets not reloaded; those read earlier stay valid'),
      })
      return new DeliveryTargetFile(files)
    } catch (error) {
      if (error instanceof DeliveryTargetsError) throw error
      throw new DeliveryTargetsError(`the file of delivery targets ${path} cannot be read`, { cause: error })
    }
  }

  /**
   * Returns the targets of a tenant. The file is checked at most once a second. While it is invalid or missing, what
   * was read last stays valid, and the problem is logged once.
   */
  async of(tenant: string): Promise<readonly DeliveryTarget[]> {
    return (await this.#files.value()).filter((target) => mayUse(tenant, target))
  }
}
