/** Where things are inside the state directory of a stack. */
import { join } from 'node:path'

export interface StateLayout {
  directory: string
  /** Held by the supervisor for its life. */
  lock: string
  /** `stack.json`: there exactly while the stack is ready. */
  stackFile: string
  /** Processes of the parts with start times, for cleaning up after a supervisor that was killed. */
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
   * Metadata of objects where the file system has no extended attributes. Its path must not begin
   * with that of the objects, which versitygw takes for a directory inside.
   */
  objectsSidecar: string
  /** Folder with the users of the store, and the file in it, whose name is versitygw's. */
  storeUsers: string
  storeUsersFile: string
}

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
