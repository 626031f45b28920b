import { describe, expect, it } from 'vitest'
import { readEnv } from './env.ts'
import { openAiEndpointOf } from '../vendors/voice-vendors.ts'

describe('the variables of the recogniser, brain and voice', () => {
  it.each([
    [{ OPENAI_BASE_URL: 'localhost:11434' }, 'OPENAI_BASE_URL must be an http:// or https:// address'],
    [{ OPENAI_API_KEY: 'two words' }, 'OPENAI_API_KEY must be a key without spaces'],
    [{ BRAIN_PROVIDER: 'gpt' }, 'BRAIN_PROVIDER must be builtin or openai'],
    [{ BRAIN_PROVIDER: 'openai' }, 'BRAIN_PROVIDER is openai, which needs BRAIN_BASE_URL, BRAIN_API_KEY or OPENAI_'],
    [{ TTS_PROVIDER: 'openai', OPENAI_API_KEY: 'k' }, 'TTS_PROVIDER is openai, which needs TTS_MODEL or TTS_BASE_URL'],
    [{ TTS_PROVIDER: 'elevenlabs' }, 'TTS_PROVIDER is elevenlabs, which needs ELEVENLABS_API_KEY'],
    [{ TTS_VOICES: 'willow=nova,nobody=onyx' }, 'TTS_VOICES must be pairs like willow=coral'],
    [{ BRAIN_EXTRA_BODY: 'temperature=1' }, 'BRAIN_EXTRA_BODY must be a JSON object'],
    [{ BRAIN_EXTRA_BODY: '[1]' }, 'BRAIN_EXTRA_BODY must be a JSON object'],
    [{ STT_TIMEOUT_MS: '5' }, 'STT_TIMEOUT_MS must be at least 200 milliseconds'],
    [{ STT_LANGUAGE: 'English' }, 'STT_LANGUAGE must be a language code such as en, or auto'],
  ])('refuse %j with a message', (variables, message) => {
    expect(() => readEnv(variables)).toThrow(message)
  })

  it('map our voices to the names of the vendor', () => {
    expect(readEnv({ TTS_VOICES: ' willow = af_heart, oak=am_onyx ' }).TTS_VOICES).toEqual({
      willow: 'af_heart',
      oak: 'am_onyx',
    })
  })

  it('never send a key to a server that it is not for', () => {
    const env = readEnv({ OPENAI_API_KEY: 'cloud', BRAIN_BASE_URL: 'http://localhost:11434/v1' })
    expect(openAiEndpointOf(env, 'BRAIN')).toMatchObject({ baseUrl: 'http://localhost:11434/v1', apiKey: undefined })
    expect(openAiEndpointOf(env, 'STT')).toMatchObject({ baseUrl: 'https://api.openai.com/v1', apiKey: 'cloud' })
  })

  it('use OpenAI’s model names at OpenAI only', () => {
    expect(openAiEndpointOf(readEnv({ OPENAI_API_KEY: 'k' }), 'BRAIN').model).toMatch(/^gpt-/)
    const own = readEnv({ OPENAI_BASE_URL: 'http://localhost:8000/v1' })
    expect(openAiEndpointOf(own, 'BRAIN').model).toBeUndefined()
    expect(openAiEndpointOf(own, 'STT').model).toBe('whisper-1')
  })
})
