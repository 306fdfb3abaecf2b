import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mcpHosts } from './mcp-hosts.ts'

test('hosts are loopback names, the bound address, the public host and those listed', () => {
  const config = {
    SEINE_GATEWAY_HOST: '::',
    SEINE_PUBLIC_URL: 'https://Seine.example.com:8443/x',
    SEINE_MCP_HOSTS: 'gateway, Other.example',
  }
  const loopback = ['localhost', '127.0.0.1', '[::1]']
  assert.deepEqual(mcpHosts(config), [...loopback, '[::]', 'seine.example.com', 'gateway', 'other.example'])
  assert.deepEqual(mcpHosts({ ...config, SEINE_PUBLIC_URL: '', SEINE_MCP_HOSTS: '' }), [...loopback, '[::]'])
})
