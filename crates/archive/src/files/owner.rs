//! What a file keeps that is replaced: its owner, its permissions and its extended attributes.

use std::fs::{File, Metadata};
use std::io;
#[cfg(target_os = "linux")]
use std::path::Path;

/// Gives the file that takes a place what the one had that is there, as far as the system allows.
///
/// # Errors
/// When its permissions cannot be kept.
pub(super) fn keep(file: &File, old: &Metadata) -> io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, fchown};
        let new = file.metadata()?;
        let mut permissions = old.permissions();
        if (new.uid(), new.gid()) != (old.uid(), old.gid())
            && fchown(file, Some(old.uid()), Some(old.gid())).is_err()
            && new.gid() != old.gid()
            && fchown(file, None, Some(old.gid())).is_err()
        {
            // What its group might do, another group may not.
            permissions.set_mode(permissions.mode() & !0o070);
        }
        // Last, since a new owner takes bits away.
        file.set_permissions(permissions)
    }
    #[cfg(not(unix))]
    file.set_permissions(old.permissions())
}

/// Copies extended attributes, lists of access among them; where that is not possible, they are not there.
#[cfg(target_os = "linux")]
pub(super) fn keep_attributes(file: &File, old: &Path) {
    use rustix::fs::{XattrFlags, fsetxattr, getxattr, listxattr};
    let mut names = vec![0u8; 64 << 10];
    let Ok(length) = listxattr(old, &mut names[..]) else { return };
    let mut value = vec![0u8; 64 << 10];
    for name in names[..length].split(|byte| *byte == 0).filter(|name| !name.is_empty()) {
        if let Ok(length) = getxattr(old, name, &mut value[..]) {
            let _ = fsetxattr(file, name, &value[..length], XattrFlags::empty());
        }
    }
}
