/** A thread for tests of the pool that never becomes ready. */
throw new Error('broken on purpose')
