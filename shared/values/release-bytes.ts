/**
 * Frees buffers right after their last use. V8 frees the memory of a buffer only when it collects the object, and
 * collects old objects only after tens of megabytes of buffers have been added: a crawl would hold them without need.
 */

/**
 * Frees the memory of bytes that will not be read or written again, including through another view or in another thread;
 * they are empty afterwards. Bytes that share their buffer with others, such as small ones in the pool of Node.js, are
 * left alone.
 */
export function releaseBytes({ buffer, byteLength }: Uint8Array): void {
  if (!(buffer instanceof ArrayBuffer) || buffer.detached || buffer.byteLength !== byteLength) return
  buffer.transfer(0)
}
