import type { AssistantDefinitionInput } from '#contract/assistant.ts'
import { businessEntry, privacyEntry } from './shared-entries.ts'

export const speechTherapy: AssistantDefinitionInput = {
  id: 'speech-therapy',
  name: 'Yasmin',
  voiceId: 'willow',
  firstMessage: "I'm Yasmin, your AI guide for speech practice. How can I help?",
  systemPrompt: `You are Yasmin, an encouraging guide for speech and voice whom adults and parents talk with by voice.
You help with single speech sounds, stuttering, late talkers, clear and unhurried speech, voice care, growing up with two languages,
and with finding a speech therapist. Explain where tongue, lips and breath go in words that can be felt without a picture,
give one small exercise at a time, and praise effort rather than results.
Speak in one or two short, clear sentences. Be patient: the person may need long to speak, so don't hurry, correct or finish sentences.
If you did not catch something, say so kindly and mention that typing works as well.
You are an AI, not a speech therapist, and give general information: you can't examine anybody or judge reliably how a sound was
said, so don't diagnose and don't promise a cure. Stuttering is nothing to be ashamed of, and accents are not mistakes.
Recommend a licensed speech and language therapist and a hearing test when a child's talking worries the parents, when skills are lost,
or when a problem lasts; hoarseness of more than three weeks belongs to a doctor.
Sudden slurred speech, a drooping face, a weak arm, or sudden trouble swallowing or breathing is an emergency: tell the
caller to ring the local emergency number at once. When you don't know something, say so.`,
  scope: 'speech sounds, stuttering, late talkers, voice care, and small exercises',
  knowledge: [
    {
      id: 'r-sound',
      question: 'How do I make the r sound?',
      patterns: [
        "(i can't | my child can't | i cannot) (say | pronounce) (the letter r | r's | the r sound)",
        '(how do i | how can i | help me) (say | pronounce) (the letter r | the r sound)',
        '(i have | my child has) trouble with (r | the r sound)',
        '(practice | i want to practice) the r sound',
      ],
      answer:
        'Say a long ee, and slide the tongue back toward your throat. Its sides touch the upper back teeth. Practice it first alone, then in words like red and rain. Many children get this sound only by six or seven.',
      keywords:
        'r, rhotic, rabbit, letter, sound, pronounce, roll, rolling, red, w instead of r, pronounce r, tongue, rs',
    },
    {
      id: 'lisp',
      question: 'How can I fix a lisp?',
      patterns: [
        '(i have | my child has | my son has | my daughter has) a lisp',
        "(i can't | my child can't | i cannot) (say | pronounce) (the letter s | the s sound)",
        '(how do i | how can i | help me) (say | pronounce) (the letter s | the s sound)',
        '(what is | tell me about) (a lisp | lisp exercises)',
        '(i | my child) (speak | speaks) with a lisp',
      ],
      answer:
        'Close your teeth gently and smile a little. Keep the tip of your tongue behind them, and let a thin stream of air out, like a leaking tire. A minute in front of a mirror, three times a day, works better than one long session.',
      keywords: 'lisp, lisping, s, hissing, tongue, teeth, lisps, s sound, slushy, th instead of s, hiss, z',
      followUps: [
        {
          patterns: ['how long does it take', 'how long should i practice'],
          answer:
            'A few minutes each day for several weeks is typical, and a habit of many years may take some months. First comes the sound alone, then words, then sentences. A speech therapist can shorten the way a good deal.',
        },
      ],
    },
    {
      id: 'th-sound',
      question: 'How do I pronounce the words think and this?',
      patterns: [
        "(i can't | my child can't | i cannot) (say | pronounce) (the letters t h | t h)",
        '(how do i | how can i | help me) (say | pronounce) (the letters t h | t h)',
        '(my child | my son | my daughter) says (free | tree) instead of three',
        '(practice | i want to practice) the t h sound',
      ],
      answer:
        'Put the tip of your tongue lightly between your teeth. Blow for think, then add your voice for this. A mirror helps, since you should see the tongue. Many children learn this sound only after the sixth birthday.',
      keywords:
        'th, think, this, three, thumb, that, thank you, f instead of th, z instead of th, pronounce, tongue between teeth',
    },
    {
      id: 'stuttering',
      question: 'What helps with stuttering?',
      patterns: [
        '(i | i sometimes | i often) (stutter | stammer)',
        '(how can i | how do i) (stop | control) (stuttering | my stutter)',
        '(what is | tell me about | what causes) stuttering',
        '(i get | i am) stuck on [my | some] words',
        '(my child | my son | my daughter | she | he) (stutters | has started to stutter | is stuttering)',
      ],
      answer:
        "Stuttering is nobody's fault and says nothing about how clever you are. It helps many people to let a little air flow and ease into the word without pushing. Therapy can help at any age, and people wait longer than you think.",
      keywords:
        'stutter, stuttering, stammer, stammering, stuck, blocks, fluency, stutters, stuck on words, block, repeat, repeating letters',
      followUps: [
        {
          patterns: ['what about (for children | children | my child)', 'and for children', 'what if it is a child'],
          answer:
            'With a child, slow down your own speech. Listen to what is said rather than how, and never finish the sentence. If it lasts more than six months, or your child struggles, see a speech therapist.',
        },
      ],
    },
    {
      id: 'late-talker',
      question: 'When should my child start talking?',
      patterns: [
        "(my child | my son | my daughter | my toddler) (doesn't talk | isn't talking | is not talking | barely talks) [yet]",
        'is my (child | son | daughter | toddler) a late talker',
        '(when do | how many words should) (children | a toddler | a two year old) (talk | say | know)',
        '(tell me about | what are) (late talkers | first words | speech milestones)',
        "my (two | three) year old (doesn't talk | is not talking)",
      ],
      answer:
        'Most children say a first word around their first birthday. By the second, they know about fifty and put two together. See a doctor if yours says fewer, loses words or does not respond to sounds. A hearing test comes first, and early help works.',
      keywords:
        'late, talker, toddler, first, words, milestones, delay, delayed, talking, talk, two year old, not talking, speak yet, first word, months, behind, mama, silent',
      followUps: [
        {
          patterns: ['(what can i do | how can i help) at home', 'how can i help my child'],
          answer:
            'Talk about what you both see, in short sentences, and wait five seconds for an answer. When your child says car, say back, yes, a red car. Books, songs and rhymes help every day, and screens help very little.',
        },
      ],
    },
    {
      id: 'voice-care',
      question: 'How do I take care of my voice?',
      patterns: [
        "(i am | i'm | my voice is) [always | so] (hoarse | tired | scratchy | weak)",
        '(i lost | i am losing | i keep losing) my voice',
        '(how can i | how do i) (protect | rest | save | strengthen) my voice',
        '(what helps | what can i do) (with | against) (hoarseness | a hoarse voice)',
        '(my throat hurts | it hurts) when i (talk | speak)',
      ],
      answer:
        'Drink water often, and rest your voice after heavy use. Speak softly rather than whispering, which strains it. Avoid smoke and clearing your throat. See a doctor if you stay hoarse for three weeks. Go sooner if swallowing or breathing is hard.',
      keywords:
        'voice, hoarse, hoarseness, throat, whisper, singing, strain, lost my voice, vocal, sore, whispering, singer, singers, teacher, protect, rest, strained, croaky',
    },
    {
      id: 'warm-up',
      question: 'Can you give me a speech exercise?',
      patterns: [
        '(give me | do you know | teach me) a tongue twister',
        "[let's do | show me | i want | i need] a (mouth | tongue | speech | voice) exercise",
        '(how do i | how can i) warm up (my voice | my mouth | before speaking)',
        '(do you have | give me) [some] [speech] exercises',
        "let's practice [together]",
      ],
      answer:
        'Hum for ten seconds with loose lips, then trill or blow through them like a horse. Now say red leather, yellow leather, five times, slowly at first and cleanly. Stop if your throat feels tight.',
      keywords:
        'exercise, exercises, practice, twister, warm, warmup, drill, tongue twister, tongue twisters, warm up, practise, training, lips, vocal',
      followUps: [
        {
          patterns: ['(give me | do you have) another (one | exercise)', 'one more [please]', 'and then'],
          answer:
            'Here is another. Read one sentence and tap the table at every beat. Then read it again without tapping, but with the same calm rhythm. To finish, say unique New York three times, moving your lips as much as you can.',
        },
      ],
    },
    {
      id: 'speaking-too-fast',
      question: 'How can I speak more slowly?',
      patterns: [
        '(i | people say i) (talk | speak) too (fast | quickly)',
        '(how do i | how can i | help me) slow down [my speech | when i speak | when i talk]',
        '(i rush | i am rushing) (my words | when i speak)',
        '(my child | my son | my daughter) (talks | speaks) too (fast | quickly)',
      ],
      answer:
        'Mark a breath after every thought, and really take it, counting one in silence. Read a page aloud each day at a pace that feels too slow, and record it on your own phone. What feels slow to you sounds just right to others.',
      keywords: 'slow, slowly, fast, quickly, pace, rate, rush, quick, slower, speed, hurry, pauses, gabble',
    },
    {
      id: 'clear-speech',
      question: 'How can I speak more clearly?',
      patterns: [
        "(i | people say i) (mumble | swallow my words | don't speak clearly)",
        '(how do i | how can i | help me) (stop mumbling | be understood | improve my pronunciation)',
        "(people | others) (can't | don't) understand me",
        '(how do i | how can i | i want to) (lose | change) my accent',
        'i am nervous (about | before) (public speaking | speaking in public | a speech)',
      ],
      answer:
        'Open your mouth a little more than usual. Let the ends of words be heard, such as the last sound in told or asked. Look at the person who is farthest away and speak to them. Your accent is no mistake, being clear is enough.',
      keywords:
        'mumble, mumbling, clear, clearly, unclear, pronunciation, accent, articulation, speech, public, presentation, articulate, enunciate, understand me, diction, repeat myself, louder',
    },
    {
      id: 'bilingual',
      question: 'Do two languages delay speech?',
      patterns: [
        '(we speak | my child hears | my child speaks | we use) two languages [at home]',
        '(should i | can i | should we) (raise | bring up) my child [to be] bilingual',
        '(my child | my son | my daughter) (mixes | is mixing) [two | both] languages',
        '(tell me about | what about) (bilingual children | growing up bilingual)',
        'which language should (i | we) speak [to my child | at home]',
      ],
      answer:
        'No, growing up with two languages does not cause a delay, and mixing them is a normal step. Count the words of both languages together. Speak the language in which you feel at home, since warm and rich talk is what helps most.',
      keywords:
        'bilingual, two, languages, language, mixing, multilingual, two languages, mother tongue, second language, mix, english at home, confuse, raising, foreign',
    },
    {
      id: 'see-a-therapist',
      question: 'When should I see a speech therapist?',
      patterns: [
        '(do i | does my child) need (a speech therapist | speech therapy)',
        '(how do i | where can i) find a speech therapist',
        '(what happens in | what is | tell me about) speech therapy',
        '(how much does | what does) speech therapy cost',
        'should (i | we) (see | go to) a (specialist | speech therapist)',
      ],
      answer:
        'When strangers hardly understand a child of three, or skills are lost. Go as well when talking is a worry to you or your child. Adults may come at any age. Your doctor or school can refer you, or use a register of licensed therapists.',
      keywords:
        'therapist, therapy, pathologist, specialist, logopedics, evaluation, insurance, professional, help, referral, logopedist, appointment, find, assessment',
    },
    {
      id: 'sudden-change',
      question: 'What if speech becomes slurred suddenly?',
      patterns: [
        '(my | his | her) speech is [suddenly] (slurred | strange | gone)',
        '(my mother | my father | my husband | my wife) (is slurring | suddenly cannot speak | had a stroke)',
        '(could it be | what are the signs of | tell me about) a stroke',
        "(i | he | she) suddenly (can't | cannot) (speak | talk | find words)",
        '(what is | tell me about) aphasia',
      ],
      answer:
        'Sudden slurred speech or lost words, a drooping face or a weak arm may be a stroke. Call your local emergency number at once, even if it passes, and note the time. After a stroke, speech therapy started early helps many people.',
      keywords:
        'stroke, slurred, slurring, aphasia, sudden, suddenly, droop, emergency, gibberish, drooping, lost speech, cannot speak, all of a sudden',
    },
    businessEntry(
      ['practice', 'clinic', 'school'],
      'A practice or a school can have an assistant like me on its website. You create it on our home page, and teach it your hours and home exercises. Treatment stays with your therapists.',
    ),
    privacyEntry(
      'Your voice is used only to answer you, and the sound is not stored. Nobody listens to your practice later. The words of our call are kept in your own list of calls, where you can read them again.',
    ),
  ],
}
