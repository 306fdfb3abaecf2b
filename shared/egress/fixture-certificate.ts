/**
 * A key and a self-signed certificate for tests on the loopback interface, for `site.test`,
 * `localhost` and 127.0.0.1. Made for this file and used nowhere else; nothing trusts it.
 */
export const fixtureKey = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg4ankWFqGnH9PigW/
yqKoDuvsuv4A3kYUlF9mQ6RKW8yhRANCAAS+pLGuj6HJjHWgloEUkyo2yvi/enBn
BIJPtnBukXB5uPxo1pvOEvf9+36IoFyy4pPD5YRLq9aQKoGeZKmJ1VpN
-----END PRIVATE KEY-----
`

export const fixtureCertificate = `-----BEGIN CERTIFICATE-----
MIIBdTCCARygAwIBAgIBATAKBggqhkjOPQQDAjAWMRQwEgYDVQQDDAtlZ3Jlc3Mg
dGVzdDAgFw0yMDAxMDEwMDAwMDBaGA8yMTIwMDEwMTAwMDAwMFowFjEUMBIGA1UE
AwwLZWdyZXNzIHRlc3QwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAAS+pLGuj6HJ
jHWgloEUkyo2yvi/enBnBIJPtnBukXB5uPxo1pvOEvf9+36IoFyy4pPD5YRLq9aQ
KoGeZKmJ1VpNo1kwVzAlBgNVHREEHjAcgglzaXRlLnRlc3SCCWxvY2FsaG9zdIcE
fwAAATAPBgNVHRMBAf8EBTADAQH/MB0GA1UdDgQWBBSFoNKZb0n/Pz+kztowbW5S
kmrUcTAKBggqhkjOPQQDAgNHADBEAiAKn1XOfkM0MxcL0h4xb0nx7gXCDN9B0mUS
pR0rrXADUAIgQdO/otEV4g3decp9DBpeuz7sMecSufH6/muPih6FIlo=
-----END CERTIFICATE-----
`
