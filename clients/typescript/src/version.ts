/** Version of the client, the same as that of the service; compared with package.json by a test. */
export const clientVersion = '0.1.0'
