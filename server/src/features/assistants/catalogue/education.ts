import type { AssistantDefinitionInput } from '#contract/assistant.ts'
import { businessEntry, privacyEntry } from './shared-entries.ts'

export const education: AssistantDefinitionInput = {
  id: 'education',
  name: 'Clara',
  voiceId: 'willow',
  firstMessage: "Hi, I'm Clara, your AI study tutor. What are you working on?",
  scope: 'learning methods, exams, notes, essays, languages, and school maths such as fractions and percentages',
  systemPrompt: `You are Clara, a clear, friendly and patient study tutor for pupils, students and adults who learn. You talk by voice, so
you answer in one or two short spoken sentences, without lists, symbols or abbreviations. Read formulas aloud in words, one step at a
time, and stop after a step so that the learner can try it.

Guide instead of doing the work. When somebody asks for a finished homework or essay, help them to understand the task, to plan it and to
check their own draft. Praise effort and strategy rather than talent. Ask at most one question at a time, and find out the age or level
before explaining anything hard. Use examples from daily life.

Rely on what research on learning supports: recalling from memory, spacing practice over days, mixing kinds of problems, explaining in
one's own words, and sleep. Don't promise grades, and don't speak of fixed learning styles as if they were proven.

Be careful with facts: check arithmetic before you say it, and when you are not sure, say so and suggest a textbook or a teacher. When a
learner sounds very anxious, bullied or hopeless, be kind, encourage them to talk with a trusted adult or a school counsellor, and name the
local emergency number or a crisis line if there is danger. Be honest that you are an AI.`,
  knowledge: [
    {
      id: 'study-methods',
      question: 'What is the best way to study?',
      patterns: [
        "(what is | what's) the best way to (study | learn)",
        'how (do i | can i | should i) (study | learn) (better | faster | well)',
        '[give me | tell me some] (study tips | learning methods | study methods)',
        'i (want | need) to (study | learn) better',
        'what is active recall',
      ],
      answer:
        'Close the book and say or write what you remember, then check. Do that again after a day, three days and a week. It feels harder than reading again. That effort is exactly what makes it stick.',
      keywords:
        'study, studying, learn, learning, method, recall, revise, revision, rereading, technique, effective, textbook, hours, pomodoro, study session, spaced repetition',
      followUps: [
        {
          patterns: ['[and] how long should i do (it | that) [for]', '[and] how many hours [a day]'],
          answer:
            'Work for about twenty five minutes, rest for five, and after four rounds take a longer break. Two or three good hours in a day usually beat six tired ones.',
        },
      ],
    },
    {
      id: 'remember',
      question: 'How can I remember things?',
      patterns: [
        '(how can i | how do i) (memorize | remember) (things | facts | vocabulary | more)',
        'i (forget | keep forgetting) everything',
        'my memory is (bad | terrible)',
        '(do flashcards help | how do i use flashcards)',
        "i can't remember (anything | what i read)",
      ],
      answer:
        'Use flashcards, one idea on each, and answer before you turn the card. Sort the ones you miss to come back sooner and the easy ones later. Linking a fact to a picture, a rhyme or a place you know makes it stay even longer.',
      keywords:
        'remember, memory, memorize, memorise, flashcards, forget, memorising, facts, vocabulary, dates, by heart, recall, mnemonics, retain, vocab',
    },
    {
      id: 'exam-plan',
      question: 'How do I prepare for an exam?',
      patterns: [
        '(how do i | how should i | help me) (prepare for | get ready for | revise for) (an | my) (exam | test)',
        '[i have] an exam (next week | tomorrow | soon)',
        'how do i make a (study plan | revision plan)',
        "i'm [so | far] behind (with my studies | with revision)",
      ],
      answer:
        'List the topics, and mark each as weak, fair or strong. Give the weak ones the first and most sessions. From halfway on, answer old exam papers against the clock. Keep the last evening for a light review and a full night of sleep.',
      keywords:
        'exam, exams, revision, revise, test, prepare, schedule, tests, finals, revision timetable, weeks left, tomorrow, past papers, last minute, cram, cramming, night before, ready',
      followUps: [
        {
          patterns: ["[and] what if (it's | it is) tomorrow", '[and] what if i only have one (day | night)'],
          answer:
            'Choose the three topics that are worth the most, recall each from memory, and check the gaps. Then sleep, because a tired brain forgets more than one more hour can teach it.',
        },
      ],
    },
    {
      id: 'exam-nerves',
      question: 'How do I stay calm in an exam?',
      patterns: [
        '(how do i | how can i) (stay | keep | be) calm (in | during | before) (an | the) (exam | test)',
        "i'm (nervous | scared | worried) about (my | the) (exam | test)",
        '[i have] exam (nerves | anxiety | stress)',
        'my mind goes blank',
        'i panic (in | during) (exams | tests)',
      ],
      answer:
        'Breathe in for four counts and out for six, a few times, before you begin. Start with a question you know, because the first success calms the mind. If you go blank, write down anything related to the topic, and the rest often follows.',
      keywords:
        'nerves, nervous, anxiety, calm, panic, blank, anxious, stress, scared, mind goes blank, shaking, fear, failing, afraid of the test',
    },
    {
      id: 'procrastination',
      question: 'How do I stop putting things off?',
      patterns: [
        '(how do i | how can i) stop (procrastinating | putting things off)',
        'i (keep | am always) (procrastinating | putting things off)',
        "i (can't get started | have no motivation | don't feel like studying)",
        'i am [too | so] lazy',
        '[what helps against] procrastination',
      ],
      answer:
        'Make the first step so small that you cannot refuse. Open the book, and work on one question for five minutes. Put the phone in another room first. Motivation tends to come after starting, not before.',
      keywords:
        'procrastination, procrastinate, procrastinating, lazy, motivation, laziness, delay, delaying, last minute, start, motivated, homework, put off, later, avoid, assignment, watching videos instead',
    },
    {
      id: 'concentrate',
      question: 'How can I concentrate better?',
      patterns: [
        '(how can i | how do i) (concentrate | focus) [better]',
        "i (can't | cannot) (concentrate | focus)",
        'i (get | am) [easily | always] distracted',
        '(my phone | noise) distracts me',
      ],
      answer:
        'Choose one task, put your phone out of sight, and set a timer for twenty five minutes. When a thought interrupts, note it on paper and return. If focus is hard everywhere and always, it is worth telling a doctor or a school counsellor.',
      keywords:
        'concentrate, concentration, focus, distracted, attention, focused, distraction, distractions, attention span, phone, adhd, daydream',
    },
    {
      id: 'take-notes',
      question: 'How do I take good notes?',
      patterns: [
        '(how do i | how should i) (take | make | write) [good | better] notes',
        '[tell me about] note taking',
        'what should i write down in (class | a lecture)',
        '(my notes are | i have) [such] (a mess | messy notes)',
      ],
      answer:
        'Write ideas in your own words rather than whole sentences of the teacher. Leave a wide margin, and on the same day write a question there for each part. Later, cover the notes and answer those questions aloud.',
      keywords:
        'notes, lecture, class, note taking, write down, cornell, summary, margin, typing, handwriting, notebook, teacher says',
    },
    {
      id: 'essay',
      question: 'How do I write an essay?',
      patterns: [
        '(how do i | help me) (write | start | structure | plan) an essay',
        '[i have to | i must] write an essay',
        'what goes in (an introduction | a conclusion)',
        "i don't know what to write",
      ],
      answer:
        'First turn the question into one sentence that states your answer. Then give each paragraph one point, a piece of evidence and a line on why it matters. Write the introduction last, and read the whole thing aloud to hear what is unclear.',
      keywords:
        'essay, introduction, conclusion, paragraph, writing, draft, essays, paper, paragraphs, argument, write, words, structure, outline, composition',
    },
    {
      id: 'percentages',
      question: 'How do I work out a percentage?',
      patterns: [
        '(how do i | how do you) (work out | calculate | find) (a percentage | percentages)',
        "(explain | i don't understand) (percent | percentages)",
        'how do (percentages | percents) work',
        'what does percent mean',
        'what is (ten | fifteen | twenty | thirty) percent of [a] (fifty | eighty | hundred | two hundred)',
      ],
      answer:
        'Percent means out of a hundred. To find ten percent, divide by ten, and build the rest from there. For any other, divide the percent by a hundred and multiply by the amount.',
      keywords:
        'percentage, percentages, percent, discount, per cent, calculate, tip, sale, tax, increase, of a number',
      followUps: [
        {
          patterns: ['[can you] (give me | show me) an example', '[and] for example'],
          answer:
            'Take fifteen percent of eighty. Ten percent is eight, five percent is half of that, which is four, and eight plus four makes twelve.',
        },
      ],
    },
    {
      id: 'fractions',
      question: 'How do I add fractions?',
      patterns: [
        '(how do i | how do you) (add | subtract | multiply | divide) fractions',
        "(explain | i don't understand) fractions",
        'how do fractions work',
        'what is a common denominator',
      ],
      answer:
        'To add fractions, give them the same bottom number first, then add only the top numbers. To multiply, go straight across, top times top and bottom times bottom. To divide, turn the second fraction upside down and multiply.',
      keywords:
        'fraction, fractions, denominator, numerator, denominators, half, third, quarter, add, multiply, divide, subtract, common denominator',
      followUps: [
        {
          patterns: ['[can you] (give me | show me) an example', '[and] for example'],
          answer:
            'Add one half and one third. Both fit into sixths, so one half is three sixths and one third is two sixths, and together that makes five sixths.',
        },
      ],
    },
    {
      id: 'equations',
      question: 'How do I solve an equation?',
      patterns: [
        '(how do i | how do you) solve (an equation | equations | for x)',
        "(explain | i don't understand) (algebra | equations)",
        '(help me with | tell me about) (algebra | equations)',
        'how does algebra work',
      ],
      answer:
        'Think of an equation as a balance. Whatever you do to one side, do to the other. Undo adding or subtracting first, then multiplying or dividing. Put your answer back in at the end to check it.',
      keywords:
        'equation, equations, algebra, solve, unknown, x, variable, variables, linear, both sides, find x, formula',
      followUps: [
        {
          patterns: ['[can you] (give me | show me) an example', '[and] for example'],
          answer:
            'Say that three times a number, plus four, makes nineteen. Take four from both sides to get fifteen, then divide both by three, and the number is five.',
        },
      ],
    },
    {
      id: 'languages',
      question: 'How do I learn a new language?',
      patterns: [
        '(how do i | how can i | i want to) learn (a new language | a language | spanish | french | german | english)',
        '[what is] the [best | fastest] way to learn a language',
        '(how can i | i want to) improve my (english | spanish | french)',
        'language learning',
      ],
      answer:
        'A little every day beats a lot on Sunday. Learn the most common words in short sentences, and listen to easy stories. Speak aloud from the first week, even with mistakes. Twenty minutes a day brings simple conversations within some months.',
      keywords:
        'language, languages, spanish, french, german, english, vocabulary, italian, japanese, chinese, fluent, grammar, speaking, foreign language, duolingo, pronunciation, learn a language',
    },
    businessEntry(
      ['school', 'university'],
      'A school or a course can have a tutor like me on its website. It answers from the material that you give it. You create it on our home page, and try it before you pay.',
    ),
    privacyEntry(
      'Your voice is used only to answer you, and the sound is not stored. The words of this call are kept in your own list of calls. You can read them again there.',
    ),
  ],
}
