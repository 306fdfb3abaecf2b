/**
 * A key and a self-signed certificate for tests on the loopback interface, for `site.test`, `localhost` and 127.0.0.1.
 * They were generated for this file, are used nowhere else, and are not trusted by anything.
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

/** Key of a service or of its client, for `localhost` and 127.0.0.1. */
export const fixtureLeafKey = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgVohm6YCKdlLD08cZ
0zIh7Rkw0cyfij3MvtOEpShBPL+hRANCAAQF3mix++/NWBqhohBp/eKtVumPj8JJ
nc69+uwdZLXJjElcTpUy7UzXh74hdpikIomujYrokmavtRcv5cAA3WxR
-----END PRIVATE KEY-----
`

/** Certificate for this key, signed by the certificate above. */
export const fixtureLeafCertificate = `-----BEGIN CERTIFICATE-----
MIIBqjCCAVGgAwIBAgIBAjAKBggqhkjOPQQDAjAWMRQwEgYDVQQDDAtlZ3Jlc3Mg
dGVzdDAgFw0yMDAxMDEwMDAwMDBaGA8yMTE5MDEwMTAwMDAwMFowFzEVMBMGA1UE
AwwMc2VydmljZSB0ZXN0MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEBd5osfvv
zVgaoaIQaf3irVbpj4/CSZ3OvfrsHWS1yYxJXE6VMu1M14e+IXaYpCKJro2K6JJm
r7UXL+XAAN1sUaOBjDCBiTAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwDAYD
VR0TAQH/BAIwADAdBgNVHSUEFjAUBggrBgEFBQcDAQYIKwYBBQUHAwIwHQYDVR0O
BBYEFJFmP8TS1ez+3OyB7AHPn3NULA/JMB8GA1UdIwQYMBaAFIWg0plvSf8/P6TO
2jBtblKSatRxMAoGCCqGSM49BAMCA0cAMEQCIEZoPRLESKDGNd+L94jW7jPITFtu
4fWmHO7KfCSUSnqGAiAZcu+Bhv254Rm1KyJmtxoO8Lt/aaGHHUaRQgw2LoVibQ==
-----END CERTIFICATE-----
`
