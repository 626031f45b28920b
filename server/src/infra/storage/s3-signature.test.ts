import { expect, it } from 'vitest'
import { signedHeaders } from './s3-signature.ts'

// The examples of https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html
const CREDENTIALS = {
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  region: 'us-east-1',
}
const NOW = new Date('2013-05-24T00:00:00Z')
const HOST = 'https://examplebucket.s3.amazonaws.com'

it.each([
  ['GET', '/test.txt', { range: 'bytes=0-9' }, '', 'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41'],
  [
    'PUT',
    '/test%24file.text',
    { date: 'Fri, 24 May 2013 00:00:00 GMT', 'x-amz-storage-class': 'REDUCED_REDUNDANCY' },
    'Welcome to Amazon S3.',
    '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
  ],
] as const)('%s %s is signed as in the example', (method, path, headers, body, signature) => {
  const request = { method, url: new URL(`${HOST}${path}`), headers, body: new TextEncoder().encode(body) }
  expect(signedHeaders(request, CREDENTIALS, NOW)['authorization']).toMatch(new RegExp(`Signature=${signature}$`))
})
