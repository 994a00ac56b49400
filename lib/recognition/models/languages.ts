/*
 * The languages of published models, as canonical BCP 47 tags. Whisper itself uses `jw` for Javanese and `tl` for
 * Filipino.
 */

/** The 25 European languages of Parakeet TDT 0.6B v3, according to NVIDIA. */
export const parakeetLanguages =
  'bg cs da de el en es et fi fr hr hu it lt lv mt nl pl pt ro ru sk sl sv uk'.split(' ');

/** The 99 languages of Whisper, according to sherpa-onnx 1.13 (`offline-whisper-model-config.cc`). */
export const whisperLanguages = (
  'af am ar as az ba be bg bn bo br bs ca cs cy da de el en es et eu fa fi fil fo fr gl gu ha haw he hi hr ht hu hy id is ' +
  'it ja jv ka kk km kn ko la lb ln lo lt lv mg mi mk ml mn mr ms mt my ne nl nn no oc pa pl ps pt ro ru sa sd si sk sl sn ' +
  'so sq sr su sv sw ta te tg th tk tr tt uk ur uz vi yi yo zh'
).split(' ');

export const senseVoiceLanguages = ['en', 'ja', 'ko', 'yue', 'zh'];

/** The 30 languages of Qwen3-ASR, according to its model card. */
export const qwen3Languages =
  'ar cs da de el en es fa fi fil fr hi hu id it ja ko mk ms nl pl pt ro ru sv th tr vi yue zh'.split(' ');

/** The languages of Nemotron 3.5 ASR Streaming, according to its model card. Its prompts name many untrained ones. */
export const nemotronLanguages =
  'ar bg cs da de el en es et fi fr he hi hr hu it ja ko lt lv mt nl no pl pt ro ru sk sl sv th tr uk vi zh'.split(
    ' ',
  );
