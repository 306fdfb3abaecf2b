/** The paths inside the state directory of a stack. */
import { join } from 'node:path'

export interface StateLayout {
  directory: string
  /** Held by the supervisor as long as it runs. */
  lock: string
  /** `stack.json`: exists exactly while the stack is ready. */
  stackFile: string
  /** Processes of the parts with start times, for cleaning up after a killed supervisor. */
  processes: string
  secrets: string
  apiKeys: string
  egressAllow: string
  logs: string
  cache: string
  users: string
  temporalDatabase: string
  objects: string
  /**
   * Metadata of objects when the file system has no extended attributes. Its path must not begin with that of the
   * objects, because versitygw would take it for a directory inside.
   */
  objectsSidecar: string
  /** Folder with the users of the store, and the file in it, whose name versitygw prescribes. */
  storeUsers: string
  storeUsersFile: string
}

/** Returns the paths in a state directory. */
export function stateLayout(directory: string): StateLayout {
  return {
    directory,
    lock: join(directory, 'supervisor.lock'),
    stackFile: join(directory, 'stack.json'),
    processes: join(directory, 'processes.json'),
    secrets: join(directory, 'secrets.json'),
    apiKeys: join(directory, 'api-keys.json'),
    egressAllow: join(directory, 'egress-allow'),
    logs: join(directory, 'logs'),
    cache: join(directory, 'cache'),
    users: join(directory, 'users'),
    temporalDatabase: join(directory, 'temporal.db'),
    objects: join(directory, 'objects'),
    objectsSidecar: join(directory, 'metadata'),
    storeUsers: join(directory, 'store-users'),
    storeUsersFile: join(directory, 'store-users', 'users.json'),
  }
}
