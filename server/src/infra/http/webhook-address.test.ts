import { expect, it } from 'vitest'
import { WEBHOOK_ADDRESS_WORDS } from '#contract/webhooks.ts'
import { PUBLIC_FETCH_PROBLEMS } from './public-fetch.ts'
import { WEBHOOK_HTTPS_WORDS, webhookAddressProblem } from './webhook-address.ts'

const { 'not-public': private_, port } = PUBLIC_FETCH_PROBLEMS

it.each<[string, local: string | undefined, production: string | undefined]>([
  ['https://shop.example/hook', undefined, undefined],
  ['https://shop.example:443/hook', undefined, undefined],
  ['http://shop.example/hook', WEBHOOK_HTTPS_WORDS, WEBHOOK_HTTPS_WORDS],
  ['http://localhost:4000/hook', undefined, private_],
  ['http://[::1]:4000/hook', undefined, private_],
  ['https://127.0.0.1/hook', undefined, private_],
  ['http://2130706433/', undefined, private_],
  ['http://localhost.example/', WEBHOOK_HTTPS_WORDS, WEBHOOK_HTTPS_WORDS],
  ['https://10.0.0.1/', private_, private_],
  ['https://[::ffff:10.0.0.1]/', private_, private_],
  ['https://shop.example:8443/', port, port],
  ['ftp://shop.example/', WEBHOOK_ADDRESS_WORDS, WEBHOOK_ADDRESS_WORDS],
])('a webhook to %s gets the right message, or none, in local mode and in production', (address, local, production) => {
  expect([webhookAddressProblem(address, true), webhookAddressProblem(address, false)]).toEqual([local, production])
})
