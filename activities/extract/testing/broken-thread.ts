/** A thread for tests of the pool that never gets ready. */
throw new Error('broken on purpose')
