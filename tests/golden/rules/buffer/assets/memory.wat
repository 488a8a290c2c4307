;; A data module whose memory has another name than `m`.
(module (memory (export "memory") 1) (global (export "l") i32 (i32.const 64)))
