//! Archives with a password: DES, each block of eight bytes for itself.

use std::fmt;

use des::Des;
use des::cipher::{Block, BlockCipherDecrypt, BlockCipherEncrypt, KeyInit};

/// Bytes of a block, and of a key.
const BLOCK: usize = 8;

/// The password of an archive.
///
/// ```
/// use pgnkit_formats::cbv::Password;
///
/// let mut bytes = *b"two blocks of it";
/// Password::new("secret").encrypt(&mut bytes);
/// assert_ne!(&bytes, b"two blocks of it");
/// Password::new("secret").decrypt(&mut bytes);
/// assert_eq!(&bytes, b"two blocks of it");
/// ```
#[derive(Clone)]
pub struct Password(Des);

impl fmt::Debug for Password {
    /// Without the password.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Password").finish_non_exhaustive()
    }
}

impl Password {
    /// A password as it is typed. Characters are bytes of Latin-1; of others the low byte counts.
    pub fn new(text: &str) -> Self {
        let mut key = [0; BLOCK];
        // Shorter ones are repeated, and longer ones folded.
        let length = text.chars().count();
        for (at, byte) in text.chars().map(|letter| letter as u8).cycle().take(length.max(BLOCK)).enumerate()
        {
            let place = &mut key[at % BLOCK];
            *place = if at < BLOCK { byte } else { place.wrapping_mul(2) ^ byte };
        }
        Self(Des::new(&key.into()))
    }

    /// Decrypts bytes that begin at a block; what is less than a block at their end stays as it is.
    pub fn decrypt(&self, bytes: &mut [u8]) {
        for_blocks(bytes, |block| self.0.decrypt_block(block));
    }

    /// Encrypts likewise.
    pub fn encrypt(&self, bytes: &mut [u8]) {
        for_blocks(bytes, |block| self.0.encrypt_block(block));
    }
}

fn for_blocks(bytes: &mut [u8], change: impl Fn(&mut Block<Des>)) {
    for chunk in bytes.chunks_exact_mut(BLOCK) {
        let mut block = Block::<Des>::default();
        block.copy_from_slice(chunk);
        change(&mut block);
        chunk.copy_from_slice(&block);
    }
}
